import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { quotedList } from '../values/text';

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

/** The hints of an execution. `showCollected` is called at its end. */
export function createHints(context: IExecuteFunctions): Hints & { showCollected(): void } {
	const hints = new Set<string>();
	const collected = new Map<CollectedHint, Set<string>>();
	const hint: Hints['hint'] = (message, type = 'info') => {
		if (hints.has(message)) return;
		hints.add(message);
		// Nothing depends on hints, and not every n8n accepts them in every place the node runs.
		if ('addExecutionHints' in context) {
			context.addExecutionHints({ message, type, location: 'outputPane' });
		}
	};
	return {
		hint,
		collect(about, name) {
			collected.set(about, (collected.get(about) ?? new Set()).add(name));
		},
		showCollected() {
			for (const [{ words, type }, names] of collected)
				hint(words(quotedList([...names]), names.size), type);
		},
	};
}
