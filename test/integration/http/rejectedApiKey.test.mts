import { describe, expect, it } from 'vitest';
import { errorsIn, notSentAs, refusedIn, useAccess } from '../harness/samples/access.mts';
import { onRequest } from '../harness/service/onRequest.mts';
import { requestsWith } from '../harness/service/requests.mts';
import { apiKeyCredential } from '../harness/service/service.mts';

const { service, run, create, customers, created } = useAccess('apiKey');

describe('an API key that is not accepted', () => {
	const withKey = (apiKey: string) => ({
		credentials: apiKeyCredential(service(), { apiKey }),
		items: customers(30),
	});

	it('is final after one request, for every item', async () => {
		const result = await run(create, {
			...withKey('a-key-of-somebody-else-0001'),
			onError: 'continueRegularOutput',
		});
		const [first, ...others] = errorsIn(result);
		const advice =
			'Open the credential of this node: enter the API key again, or reconnect the account.';
		expect(first).toBe(`Could not create a customer (401): Unauthorized. ${advice}`);
		expect(others).toEqual(Array(29).fill(notSentAs(first)));
		expect(others[0]).toMatch(
			/^Not sent, because the credential gives no access \(401\): Unauthorized\. Nothing of this item was sent, so you can run it again\. Open/,
		);
		expect(service().requests).toHaveLength(1);
	});

	it('is final where the first failure stops the node, too', async () => {
		const { error } = await run(create, withKey('a-key-of-somebody-else-0001'));
		expect(error?.message).toBe('Could not create a customer (401): Unauthorized');
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(service().requests).toHaveLength(1);
	});

	it('from some request on: what was under way then is all that is sent', async () => {
		service().faults.add({ method: 'POST', delayMs: 40 });
		let hasRefused = false;
		let afterwards = 0;
		onRequest(service(), (number) => {
			if (refusedIn(service()).length > 0) afterwards++;
			hasRefused ||= number === 60;
			return hasRefused ? { status: 401, delayMs: 40 } : undefined;
		});
		const { apiKey } = service().company;
		const result = await run(create, {
			...withKey(apiKey),
			items: customers(200),
			onError: 'continueRegularOutput',
		});
		expect(afterwards).toBeLessThan(20);
		expect(requestsWith(service(), 'POST').length).toBeLessThan(100);
		expect(errorsIn(result).length + created().length).toBe(200);
	});
});
