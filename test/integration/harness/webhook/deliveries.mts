import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ApiRecord, EventKind } from '../../../../sandbox/service/records.mts';
import { WebhookBench } from '../n8n/engine.mts';
import { useScenario } from '../scenario.mts';
import { apiKeyCredential } from '../service/service.mts';
import { delivery, payload, signingSecret } from './signed.mts';

let clock = Date.UTC(2026, 2, 1);
/** How far the clock that measures times is ahead of the machine's, in milliseconds. */
let aheadMs = 0;
const machineClock = performance.now.bind(performance);

/** Stops the date. What is remembered or logged once in a while must not last, so each test has hours of its own. */
function useOwnClock(): void {
	beforeEach(() => {
		clock += 48 * 60 * 60 * 1000;
		vi.useFakeTimers({ toFake: ['Date'], now: clock });
		vi.spyOn(performance, 'now').mockImplementation(() => machineClock() + aheadMs);
		laterBy(48 * 60 * 60, clock);
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});
}

export function laterBy(seconds: number, date = Date.now() + seconds * 1000): void {
	vi.setSystemTime(date);
	aheadMs += seconds * 1000;
}

/** A trigger node that waits for deliveries. */
export const receiver = (
	parameters: object = {},
	credentials: Record<string, ICredentialDataDecryptedObject> = signingSecret(),
	mode?: ConstructorParameters<typeof WebhookBench>[1],
) => new WebhookBench({ parameters: parameters as INodeParameters, credentials }, mode);

/**
 * A scenario with a clock of its own, deliveries of its service about a record, or about a new one, and a trigger node
 * that can read with the API key.
 */
export function useDeliveries() {
	const scenario = useScenario();
	const { service } = scenario;
	useOwnClock();
	const about = (event: EventKind, record?: ApiRecord) =>
		delivery(payload(service(), event, record));
	const receiverWithKey = (
		parameters: object = {},
		more: ICredentialDataDecryptedObject = {},
		mode?: ConstructorParameters<typeof WebhookBench>[1],
	) => receiver(parameters, { ...signingSecret(), ...apiKeyCredential(service(), more) }, mode);
	const fetching = (parameters: object = {}, more: ICredentialDataDecryptedObject = {}) =>
		receiverWithKey({ fetchRecord: 'apiKey', ...parameters }, more);
	return { ...scenario, about, fetching, receiverWithKey };
}
