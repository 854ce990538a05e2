import { credentialIds, demoCredentials, readExamples, startsByItself } from './demo.mts';
import type { DemoService, ExampleWorkflow } from './demo.mts';
import { addressesIn } from './demoFolder.mts';
import { digestOf, readStamp, writeStamp } from './demoStamp.mts';
import type { N8nRest } from './rest.mts';

interface Credential {
	id: string;
	name: string;
	type: string;
	updatedAt: string;
	/** Secrets come as placeholders; when these are sent back, n8n keeps the secrets. */
	data: Record<string, unknown>;
}

interface Workflow {
	active: boolean;
	activeVersion?: Pick<ExampleWorkflow, 'nodes'> | null;
}

/**
 * Imports the examples that were never imported, and publishes those that start by themselves. An example that was
 * imported before belongs to the person, even if it was deleted: it is left alone.
 */
export async function importMissingExamples(
	rest: N8nRest,
	userFolder: string,
	log: (line: string) => void,
	examples = readExamples(),
): Promise<void> {
	const stamp = readStamp(userFolder);
	for (const example of examples) {
		const { id, name } = example;
		const digest = digestOf(example);
		const before = stamp.workflows[id];
		if (before !== undefined) {
			if (before === digest) continue;
			log(
				`The example "${name}" has changed since it was imported; yours stays as it is. To get the new one, import its file from examples/.`,
			);
		} else {
			const answer = await rest.raw('GET', `/rest/workflows/${id}`);
			if (answer.status === 404) {
				log(`Importing the example "${name}" …`);
				await rest.call('POST', '/rest/workflows', example);
			}
			// Also an example that an earlier start imported before it was interrupted.
			if (startsByItself(example)) await rest.publish(id);
		}
		stamp.workflows[id] = digest;
		writeStamp(userFolder, stamp);
	}
}

/**
 * Updates the addresses in the demo credentials if the ports have changed. An address that a person has entered stays:
 * it differs from the one that was written last. Nothing else in a credential changes.
 */
export async function refreshAddresses(
	rest: N8nRest,
	service: DemoService,
	userFolder: string,
): Promise<void> {
	const stamp = readStamp(userFolder);
	for (const { id, data: wanted } of demoCredentials(service)) {
		const written = stamp.credentials[id] ?? {};
		const fresh = Object.entries(addressesIn(wanted)).filter(
			([field, address]) => written[field] !== undefined && written[field] !== address,
		);
		if (fresh.length === 0) continue;
		const credential = await read(rest, id);
		if (credential === undefined) continue;
		const changes = fresh.filter(([field]) => credential.data[field] === written[field]);
		if (changes.length > 0) await save(rest, credential, Object.fromEntries(changes));
		stamp.credentials[id] = { ...written, ...Object.fromEntries(fresh) };
		writeStamp(userFolder, stamp);
	}
}

/**
 * For a new node, n8n's editor selects the credential that was changed last. After a start no OAuth2 credential is
 * connected, since the service has forgotten the permission. So the API key must be the newest credential, or the first
 * click fails.
 */
export async function preferApiKey(rest: N8nRest): Promise<void> {
	const credentials = await rest.call<Credential[]>('GET', '/rest/credentials');
	const [newest] = credentials
		.filter(({ type }) => ['energyProjectsApi', 'energyProjectsOAuth2Api'].includes(type))
		.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
	if (newest?.type !== 'energyProjectsOAuth2Api') return;
	const apiKey = await read(rest, credentialIds.apiKey);
	if (apiKey !== undefined) await save(rest, apiKey, {});
}

/** The IDs in the webhook URLs of all published examples. */
export async function publishedTriggers(rest: N8nRest): Promise<string[]> {
	const ids: string[] = [];
	for (const { id } of readExamples()) {
		const answer = await rest.raw('GET', `/rest/workflows/${id}`);
		if (!answer.ok) continue;
		const { data } = (await answer.json()) as { data: Workflow };
		if (!data.active) continue;
		for (const { type, webhookId } of data.activeVersion?.nodes ?? []) {
			if (type.endsWith('.energyProjectsTrigger') && webhookId !== undefined) ids.push(webhookId);
		}
	}
	return ids;
}

async function read(rest: N8nRest, id: string): Promise<Credential | undefined> {
	const answer = await rest.raw('GET', `/rest/credentials/${id}?includeData=true`);
	if (!answer.ok) return undefined;
	return ((await answer.json()) as { data: Credential }).data;
}

async function save(
	rest: N8nRest,
	{ id, name, type, data }: Credential,
	changes: Record<string, string>,
): Promise<void> {
	await rest.call('PATCH', `/rest/credentials/${id}`, {
		name,
		type,
		data: { ...data, ...changes },
	});
}
