import { NodeApiError } from 'n8n-workflow';
import type { ApiClient } from '../http/client';
import { companyKeyOf, recordIdIn } from '../service/ids';
import { accountResource } from '../service/records/account';
import { projectResource } from '../service/records/project';
import { readPage } from './pages';

/** The ID of the company of a credential, or why it cannot be found out. */
export type Company = { readonly id: string } | { readonly problem: NodeApiError };

/**
 * The company that the credential belongs to: that of a project, since the list of projects is documented. Only without
 * projects the account tells it, whose path is assumed. Service document, sections Project and Account.
 *
 * @throws NodeApiError if the list of projects cannot be read
 */
export async function companyOfCredential(client: ApiClient, itemIndex?: number): Promise<Company> {
	const { records } = await readPage(client, { resource: projectResource, itemIndex }, 1, 1);
	const ofProject = companyKeyOf(records[0]);
	if (ofProject !== undefined) return { id: ofProject };
	try {
		const request = { expect: 'record', itemIndex } as const;
		const account = await client.send(accountResource.endpoints.get, request);
		return { id: recordIdIn(account) ?? '' };
	} catch (problem) {
		// Nothing was answered, for example because the run was stopped: that says nothing about the company.
		if (problem instanceof NodeApiError) return { problem };
		throw problem as Error;
	}
}
