import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/**
 * Begins with what noticed the mutant before, usually of the same lines, then with what takes least: a mutant that was
 * noticed is done with.
 */
export class QuickestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const result = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file);
		const rank = (file: TestSpecification) => (result(file)?.failed === true ? 0 : 1);
		const duration = (file: TestSpecification) => result(file)?.duration ?? 0;
		return files.toSorted((a, b) => rank(a) - rank(b) || duration(a) - duration(b));
	}
}
