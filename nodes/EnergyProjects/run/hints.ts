import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { quotedList } from '../values/text';
import type { CarriedOut } from './carriedOut';

/** A hint about many items, which names each thing once. */
export interface CollectedHint {
	readonly type?: NodeExecutionHint['type'];
	words(names: string, count: number): string;
}

/** What the person is told in the output panel. */
export interface Hints {
	/** Shows something once per execution, even if many items say it. */
	hint(message: string, type?: NodeExecutionHint['type']): void;
	/** Adds a name to a hint that is shown once, at the end of the execution. */
	collect(hint: CollectedHint, name: string): void;
}

/**
 * The hints of an execution. n8n shows those of the last try alone, which does not run again what was carried out: each try
 * shows the earlier ones too. `showCollected` is called at its end.
 */
export function createHints(
	context: IExecuteFunctions,
	{ remembered }: CarriedOut,
): Hints & { showCollected(): void } {
	const hints = remembered('hints', () => new Map<string, NodeExecutionHint['type']>());
	const collected = remembered('collected', () => new Map<CollectedHint, Set<string>>());
	const show = (message: string, type: NodeExecutionHint['type'] = 'info') => {
		// Nothing depends on hints, and not every n8n accepts them in every place the node runs.
		if ('addExecutionHints' in context) {
			context.addExecutionHints({ message, type, location: 'outputPane' });
		}
	};
	for (const [message, type] of hints) show(message, type);
	return {
		hint(message, type) {
			if (!hints.has(message)) show(message, type);
			hints.set(message, type);
		},
		collect(about, name) {
			collected.set(about, (collected.get(about) ?? new Set()).add(name));
		},
		showCollected() {
			for (const [{ words, type }, names] of collected)
				show(words(quotedList([...names]), names.size), type);
		},
	};
}
