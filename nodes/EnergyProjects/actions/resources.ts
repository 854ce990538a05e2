import { account } from './account';
import { customer } from './customer';
import { document } from './document';
import type { Resource } from './operation';
import { project } from './project';

/** Everything the action node can do. Its selectors, parameters and router derive from this list. */
export const resources: readonly Resource[] = [account, customer, document, project];
