import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The icons of the nodes and credentials: n8n shows them at 40 pixels on the canvas, and at 24 in lists. */
const read = (name: string) =>
	readFileSync(new URL(`../../../icons/${name}`, import.meta.url), 'utf8');
const icons = { light: read('energyProjects.svg'), dark: read('energyProjects.dark.svg') };

describe.each(Object.entries(icons))('the %s icon', (_, svg) => {
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

it('both icons are the same drawing in other colours', () => {
	const shapes = (svg: string) => svg.replace(/#[0-9A-F]{6}/gi, '');
	expect(shapes(icons.dark)).toBe(shapes(icons.light));
	expect(icons.dark).not.toBe(icons.light);
});
