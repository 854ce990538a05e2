import { describe, expect, it } from 'vitest';
import { warningIn } from '../../../sandbox/n8n/nodeWarnings.mts';

describe('the terminal of the sandbox', () => {
	it.each([
		'"When something changes" in workflow "React" answered a delivery with 401: the signature fits no secret',
		'"A "quoted" name" in workflow "W" got the same signature again (3 more like this since the last line)',
	])('shows the lines of our nodes, with the time: %s', (line) => {
		expect(warningIn(line)).toMatch(/^\d\d:\d\d:\d\d {2}"/);
		expect(warningIn(line)).toContain(line);
	});

	it.each([
		'',
		'n8n ready on 127.0.0.1, port 5678',
		'Activated workflow "React to project and customer events" (ID: EnergyEvents0001)',
		' => Started',
		'"React" is no longer published',
	])('does not show other lines of n8n’s log: %s', (line) => {
		expect(warningIn(line)).toBeUndefined();
	});
});
