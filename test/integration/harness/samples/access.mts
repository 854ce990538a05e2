import type { RunningService } from '../../../../sandbox/service/start.mts';
import { recordsOf } from '../../../shared.mts';
import type { NodeResult } from '../n8n/engine.mts';
import { useScenario } from '../scenario.mts';

/** The error of an item that was not sent, since another one had failed with this error. */
export const notSentAs = (failed: string) =>
	failed.replace(
		/^Could not create a customer([^]*?)\. /,
		'Not sent, because the credential gives no access$1. Nothing of this item was sent, so you can run it again. ',
	);

/** What the items say that failed. */
export const errorsIn = ({ json }: NodeResult) =>
	json.flatMap(({ error }) => (error === undefined ? [] : [String(error)]));

/** A scenario about creating customers with a credential that may lose its access. */
export function useAccess(authentication: 'apiKey' | 'oAuth2') {
	const scenario = useScenario();
	const { service } = scenario;
	return {
		...scenario,
		/** The action node creating a customer for each of `customers`. */
		create: {
			...{ authentication, resource: 'customer', operation: 'create' },
			...{ firstName: 'Ada', lastName: '={{ $json.lastName }}' },
			additionalFields: { companyId: '={{ $json.companyId }}' },
		},
		/** So many items, each of another customer. */
		customers: (count: number) =>
			Array.from({ length: count }, (_, number) => ({
				...{ lastName: `Weber ${number}`, companyId: service().company.id },
			})),
		/** The last names of the customers there are. */
		created: () => recordsOf(service(), 'customer').map(({ lastName }) => String(lastName)),
	};
}

/** The requests that were answered with 401. */
export const refusedIn = (service: RunningService) =>
	service.requests.filter(({ status }) => status === 401);
