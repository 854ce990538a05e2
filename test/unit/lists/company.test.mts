import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../nodes/EnergyProjects/http/client.ts';
import { StoppedError } from '../../../nodes/EnergyProjects/http/errors.ts';
import { companyOfCredential } from '../../../nodes/EnergyProjects/lists/company.ts';
import { accountRecord } from '../../../nodes/EnergyProjects/service/records/account.ts';

/** A service with this first project, if any, and this account. */
function clientWith(project: object | undefined, account: () => object) {
	const asked: unknown[] = [];
	const send: ApiClient['send'] = async (endpoint, request) => {
		asked.push(request?.itemIndex);
		if (endpoint === accountRecord.endpoints.get) return await Promise.resolve(account());
		expect(request).toMatchObject({ query: { limit: 1, page: 1 } });
		return await Promise.resolve({ items: project === undefined ? [] : [project], metadata: {} });
	};
	return { client: { send, stop: () => undefined }, asked };
}

const thrown = (error: Error) => () => {
	throw error;
};

describe('the company of a credential', () => {
	it.each([[{}], [{ companyId: '' }], [{ companyId: 7 }]])(
		'is that of the account if the first project is %j',
		async (project) => {
			const { client, asked } = clientWith(project, () => ({ id: 'of the account' }));
			expect(await companyOfCredential(client, 3)).toEqual({ id: 'of the account' });
			expect(asked).toEqual([3, 3]);
		},
	);

	it('is not known if the account cannot be read: the reason is returned', async () => {
		const node = { name: 'N', type: 't', typeVersion: 1, id: '1', parameters: {} };
		const problem = new NodeApiError({ ...node, position: [0, 0] }, { message: '403' });
		const { client } = clientWith(undefined, thrown(problem));
		expect(await companyOfCredential(client)).toEqual({ problem });
	});

	it('says nothing if the run was stopped meanwhile', async () => {
		const { client } = clientWith(undefined, thrown(new StoppedError()));
		await expect(companyOfCredential(client)).rejects.toBeInstanceOf(StoppedError);
	});
});
