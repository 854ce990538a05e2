import { sleep } from 'n8n-workflow';

/**
 * What a task yields. Once it has ended, the timer holds nothing of it in memory.
 *
 * @throws the error of `tooLate` if the task takes longer than this
 */
export async function within<Result>(
	milliseconds: number,
	task: Promise<Result>,
	tooLate: () => Error,
): Promise<Result> {
	let fail: ((error: Error) => void) | undefined;
	const passed = new Promise<never>((_, reject) => (fail = reject));
	void sleep(milliseconds).then(() => fail?.(tooLate()));
	try {
		return await Promise.race([task, passed]);
	} finally {
		fail = undefined;
	}
}
