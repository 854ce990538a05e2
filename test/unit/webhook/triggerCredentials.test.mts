import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { EnergyProjectsTrigger } from '../../../nodes/EnergyProjects/EnergyProjectsTrigger.node.ts';

/** The names and labels of the credentials that n8n asks for in a node of this version. */
function asked(parameters: INodeParameters, version: number | number[], typeVersion: number) {
	const description = { ...new EnergyProjectsTrigger().description, version };
	const node: Pick<INode, 'typeVersion'> = { typeVersion };
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	return (description.credentials ?? [])
		.filter((credential) =>
			NodeHelpers.displayParameter(filled ?? {}, credential, node, description),
		)
		.map(({ name, displayName }) => [name, displayName]);
}

const secret = ['energyProjectsWebhookApi', 'Signing Secret'];

describe.each<[string, number | number[], number]>([
	['version 1', 1, 1],
	['a later version 1.1', 1.1, 1.1],
	['version 1 of several', [1, 1.1], 1],
	['version 1.1 of several', [1, 1.1], 1.1],
])('the trigger node, %s', (_, version, typeVersion) => {
	it.each<[INodeParameters, string[][]]>([
		[{}, []],
		[{ fetchRecord: 'no' }, []],
		[{ fetchRecord: 'apiKey' }, [['energyProjectsApi', 'API Key to Fetch Records']]],
		[{ fetchRecord: 'oAuth2' }, [['energyProjectsOAuth2Api', 'OAuth2 Account to Fetch Records']]],
	])(
		'with %j asks for the credential that reads records, below Fetch Record, and for the signing secret',
		(set, more) => {
			expect(asked(set, version, typeVersion)).toEqual([...more, secret]);
		},
	);
});

it('a new trigger node has a version for which n8n evaluates no expression of its own with each delivery', () => {
	// For version 1 it does, in its `parseRequestBody`, even for a forged delivery. That costs a V8 isolate each time.
	const { version } = new EnergyProjectsTrigger().description;
	expect(Math.max(...[version].flat())).toBeGreaterThan(1);
});
