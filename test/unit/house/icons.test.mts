import { readFileSync } from 'node:fs';
import * as vega from 'vega';
import { describe, expect, it } from 'vitest';

/** What this test needs of vega's drawing functions, which its types leave out. */
const { boundContext, pathParse, pathRender } = vega as unknown as {
	boundContext(bounds: vega.Bounds): unknown;
	pathParse(path: string): unknown;
	pathRender(context: unknown, path: unknown, x: number, y: number): void;
};

/** The icons of the nodes and credentials: n8n shows them at 40 pixels on the canvas, and at 24 in lists. */
const read = (name: string) =>
	readFileSync(new URL(`../../../icons/${name}`, import.meta.url), 'utf8');
const icons = { light: read('energyProjects.svg'), dark: read('energyProjects.dark.svg') };
const SIDE = 64;

/** A number that an element has as an attribute; 0 if it has none. */
const numberIn = (element: string, attribute: string) =>
	Number(new RegExp(` ${attribute}="([^"]*)"`).exec(element)?.[1] ?? 0);

/** What a drawing covers, with the width of its lines. */
function covered(svg: string) {
	const whole = new vega.Bounds();
	for (const [element, kind] of svg.matchAll(/<(path|circle) [^>]*>/g)) {
		const own = new vega.Bounds();
		if (kind === 'circle') {
			const [x, y, r] = ['cx', 'cy', 'r'].map((name) => numberIn(element, name));
			own.set(x - r, y - r, x + r, y + r);
		} else {
			const [, path = ''] = / d="([^"]*)"/.exec(element) ?? [];
			pathRender(boundContext(own), pathParse(path), 0, 0);
		}
		whole.union(own.expand(numberIn(element, 'stroke-width') / 2));
	}
	return whole;
}

describe.each(Object.entries(icons))('the %s icon', (_, svg) => {
	it('is a square, small and without scripts', () => {
		expect(svg).toContain(`width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}"`);
		expect(svg).not.toMatch(/script|href|style|on[a-z]+=/i);
		expect(svg.length).toBeLessThan(1_500);
	});

	it('is as large as its neighbours: it fills the square, and nothing is cut', () => {
		const { x1, y1, x2, y2 } = covered(svg);
		for (const start of [x1, y1]) expect(start).toBeGreaterThanOrEqual(0);
		for (const end of [x2, y2]) expect(end).toBeLessThanOrEqual(SIDE);
		expect(x2 - x1).toBeGreaterThanOrEqual(0.95 * SIDE);
		expect(y2 - y1).toBeGreaterThanOrEqual(0.95 * SIDE);
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
