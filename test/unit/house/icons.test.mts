import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodes } from '../../integration/savedNames/descriptions.mts';

/** The icons of the nodes and credentials: n8n shows them at 40 pixels on the canvas, and at 24 in lists. */
const read = (name: string) =>
	readFileSync(new URL(`../../../icons/${name}`, import.meta.url), 'utf8');
const NAMES = ['energyProjects', 'energyProjectsPolling'];
const icons = NAMES.flatMap((name) => [`${name}.svg`, `${name}.dark.svg`]).map(
	(file) => [file, read(file)] as const,
);

describe.each(icons)('the icon %s', (_, svg) => {
	it('is a square, small and without scripts', () => {
		expect(svg).toContain('width="64" height="64" viewBox="0 0 64 64"');
		expect(svg).not.toMatch(/script|href|style|on[a-z]+=/i);
		expect(svg.length).toBeLessThan(1_500);
	});

	it('uses no red: at this size, a red shape reads as an error', () => {
		const colours = [...svg.matchAll(/#([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})/gi)];
		expect(colours.length).toBeGreaterThan(0);
		for (const [colour, ...parts] of colours) {
			const [red, green] = parts.map((part) => parseInt(part, 16));
			expect(green, colour).toBeGreaterThan(red / 2);
		}
	});
});

it.each(NAMES)('%s is the same drawing in other colours, light and dark', (name) => {
	const [light, dark] = [read(`${name}.svg`), read(`${name}.dark.svg`)];
	const shapes = (svg: string) => svg.replace(/#[0-9A-F]{6}/gi, '');
	expect(shapes(dark)).toBe(shapes(light));
	expect(dark).not.toBe(light);
});

it('the two triggers can be told apart by their icons', () => {
	const [first, second] = nodes
		.filter(({ description }) => description.name.endsWith('Trigger'))
		.map(({ description }) => JSON.stringify(description.icon));
	expect(first).not.toBe(second);
});
