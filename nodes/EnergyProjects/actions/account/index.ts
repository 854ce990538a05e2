import type { Resource } from '../operation';
import { get } from './get';

export const account: Resource = { name: 'Account', value: 'account', operations: [get] };
