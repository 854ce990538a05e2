import type { RunningService } from '../../../../sandbox/service/start.mts';

/** The requests so far with this method, and with this path without its query. */
export const requestsWith = (service: RunningService, method: string, path?: string) =>
	service.requests.filter(
		(request) =>
			request.method === method && (path === undefined || request.path.split('?')[0] === path),
	);

/** The requests that change something. */
export const writes = ({ requests }: RunningService) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }));

/** What they sent. */
export const bodiesOf = (service: RunningService) => writes(service).map(({ body }) => body);
