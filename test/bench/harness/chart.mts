import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import type { TopLevelSpec } from 'vega-lite';
import { inUnit } from './comparison.mts';
import type { Section } from './page.mts';

const OURS = '#2f6f4f';
const OTHERS = '#b8bfc6';

/**
 * Draws the medians, a small chart for each comparison with an axis of its own. Vega draws into text without a
 * browser or a canvas, and the chart is plain data.
 *
 * @param isOurs tells the package's own contenders from their peers
 */
export async function chartOf(
	sections: readonly Section[],
	isOurs: (contender: string) => boolean,
): Promise<string> {
	const charts = sections.flatMap(({ measured }) =>
		measured.map(({ title, unit, contenders }) => ({
			title: { text: title, anchor: 'start', fontSize: 12 } as const,
			width: 420,
			height: { step: 20 },
			data: {
				values: contenders.map(({ name, median }) => ({
					name,
					value: median,
					label: inUnit(median, unit),
					ours: isOurs(name),
				})),
			},
			encoding: {
				y: { field: 'name', type: 'nominal', sort: null, axis: { title: null, labelLimit: 260 } },
				x: { field: 'value', type: 'quantitative', axis: { title: unit, grid: false } },
			},
			layer: [
				{
					mark: { type: 'bar', height: 14 },
					encoding: {
						color: {
							condition: { test: 'datum.ours', value: OURS },
							value: OTHERS,
						},
					},
				},
				{
					mark: { type: 'text', align: 'left', dx: 4, fontSize: 10 },
					encoding: { text: { field: 'label' } },
				},
			],
		})),
	);
	const spec = {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		background: 'white',
		padding: { left: 10, top: 10, right: 70, bottom: 10 },
		vconcat: charts,
		resolve: { scale: { x: 'independent', y: 'independent', color: 'shared' } },
		config: { view: { stroke: null }, font: 'sans-serif' },
	} as unknown as TopLevelSpec;
	return await new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}
