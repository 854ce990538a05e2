import { vi } from 'vitest';
import type { Fault } from '../../../../sandbox/service/faults.mts';
import type { RunningService } from '../../../../sandbox/service/start.mts';

/** Something happens as a request comes, before it is answered; what is returned is what goes wrong with it. */
export function onRequest(
	{ faults }: RunningService,
	happen: (number: number) => Fault | void,
): void {
	const take = faults.take.bind(faults);
	let number = 0;
	vi.spyOn(faults, 'take').mockImplementation(
		(method, path) => happen(++number) ?? take(method, path),
	);
}
