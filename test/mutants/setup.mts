// Every run draws the same cases, or the score would differ from run to run.
import fc from 'fast-check';
import { inject, vi } from 'vitest';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });

declare module 'vitest' {
	interface ProvidedContext {
		globalNamespace: '__stryker__';
		activeMutant: string;
	}
}

interface Faults {
	/** The one that is planted. */
	activeMutant?: string | undefined;
	/** The one that modules were loaded for. */
	loadedFor?: string | undefined;
}

// A thread outlives a mutant: modules are loaded again for each, without the one before.
const faults: Faults = ((globalThis as Record<string, unknown>)[inject('globalNamespace')] ??= {});
const mutant = inject('activeMutant');
if (faults.loadedFor !== mutant) {
	if (faults.activeMutant !== mutant) faults.activeMutant = undefined;
	faults.loadedFor = mutant;
	vi.resetModules();
}
