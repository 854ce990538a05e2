/**
 * The result of a task, if it comes in time. The task itself is not stopped. When it has ended, nothing of it stays in memory.
 *
 * @throws the error of `tooLate` if the task takes longer than this
 */
export async function within<Result>(
	milliseconds: number,
	task: Promise<Result>,
	tooLate: () => Error,
): Promise<Result> {
	const signal = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	let fail = () => {};
	const passed = new Promise<never>((_, reject) => {
		fail = () => reject(tooLate());
		signal.addEventListener('abort', fail);
	});
	try {
		return await Promise.race([task, passed]);
	} finally {
		signal.removeEventListener('abort', fail);
	}
}
