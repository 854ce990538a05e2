import type { Bench } from './bench.mts';

/** How an operator has set up n8n, as far as it matters to triggers. */
export interface Setting {
	/** Goes on after "with". */
	readonly words: string;
	readonly env: NodeJS.ProcessEnv;
}

export const DEFAULTS: Setting = { words: "n8n's defaults", env: {} };
export const LAZY: Setting = {
	words: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
	env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

/** Those that something is measured with; in a small run without those that take a restart of n8n. */
export const settingsFor = ({ scale }: Bench): readonly Setting[] =>
	scale === 'full' ? [DEFAULTS, LAZY] : [DEFAULTS];

/** What a comparison does before and after, so that it runs with a setting and leaves n8n as it was. */
export const runningWith = (bench: Bench, { env }: Setting, setUp: () => Promise<void>) => ({
	async setUp() {
		if (Object.keys(env).length > 0) await bench.restart(env);
		await setUp();
	},
	async tearDown() {
		if (Object.keys(env).length > 0) await bench.restart({});
	},
});
