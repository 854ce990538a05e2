import { describe, expect, it } from 'vitest';
import { readExamples, startsByItself } from '../../../sandbox/n8n/demo.mts';

const examples = readExamples();
const codeOf = (id: string, node: string) =>
	String(
		examples
			.find((example) => example.id === id)
			?.nodes.find(({ name, type }) => name === node && type.endsWith('.code'))?.parameters.jsCode,
	);

describe('the examples', () => {
	it('are published in the sandbox only if nothing has to be set up or connected first', () => {
		expect(examples.filter(startsByItself).map(({ name }) => name)).toEqual([
			'Miss nothing, 1 of 3: handle each event',
			'Miss nothing, 2 of 3: told by the service',
			'Miss nothing, 3 of 3: poll for the rest',
			'Close projects after their installation',
			'Copy customers into a data table',
			'React to project and customer events',
			'Take enquiries from a form',
		]);
	});

	it.each(examples)('"$name" has a note that says what to click or fill in', ({ nodes }) => {
		const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(notes.map(({ parameters }) => String(parameters.content)).join('\n')).toMatch(
			/### Fill in|Click first/,
		);
	});

	it.each(examples)(
		'"$name" has nodes whose names say what they do, and only the credentials of the sandbox',
		({ nodes }) => {
			for (const { name, credentials = {} } of nodes as Array<{
				name: string;
				credentials?: Record<string, { id: string }>;
			}>) {
				expect(name).not.toMatch(/\d$|^(Code|Edit Fields|HTTP Request|If|Switch)\b/);
				for (const { id } of Object.values(credentials)) expect(id).toMatch(/^Energy/);
			}
		},
	);

	it('compare customers with HubSpot in both directions with the same code', () => {
		const lines = (id: string) =>
			/const contentOf = [\s\S]+?\n\t\);\n/.exec(codeOf(id, 'Compare with the table'))?.[0];
		expect(lines('EnergyToHubSpot1')).toBeDefined();
		expect(lines('EnergyToHubSpot1')).toBe(lines('EnergyFromHubSp1'));
	});
});
