import type { RunningService } from '../../../../sandbox/service/start.mts';
import { recordsOf } from '../../../shared.mts';
import type { NodeResult } from '../n8n/engine.mts';

/** How the error of an item begins that was not sent, since an earlier one had shown that there is no access. */
export const NOT_SENT = 'Not sent, since the credential gives no access';

/** The action node creating a customer for each of `itemsOf`. */
export const createWith = (authentication: 'apiKey' | 'oAuth2') => ({
	authentication,
	resource: 'customer',
	operation: 'create',
	firstName: 'Ada',
	lastName: '={{ $json.lastName }}',
	additionalFields: { companyId: '={{ $json.companyId }}' },
});

/** So many items, each of another customer. */
export const itemsOf = ({ company }: RunningService, count: number) =>
	Array.from({ length: count }, (_, number) => ({
		lastName: `Weber ${number}`,
		companyId: company.id,
	}));

/** The last names of the customers there are. */
export const createdIn = (service: RunningService) =>
	recordsOf(service, 'customer').map(({ lastName }) => String(lastName));

/** What the items say that failed. */
export const errorsIn = ({ json }: NodeResult) =>
	json.flatMap(({ error }) => (error === undefined ? [] : [String(error)]));

/** The requests that were answered with 401. */
export const refusedIn = ({ requests }: RunningService) =>
	requests.filter(({ status }) => status === 401);
