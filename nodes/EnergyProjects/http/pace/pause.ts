import { sleep } from 'n8n-workflow';
import { now } from './clock';

/** The time in which one run sends nothing, since the service asked for that. At first there is none. */
export function createPause() {
	let endsAt = 0;
	/** The end that `onEnd` will already be called at. */
	let awaitedEnd = 0;
	return {
		/** Lasts this many milliseconds from now on, or longer if it already does. */
		extend(pauseMs: number) {
			endsAt = Math.max(endsAt, now() + pauseMs);
		},
		/** Whether the next request has to wait for its end. If so, `onEnd` is called then, once however many wait. */
		delays(onEnd: () => void): boolean {
			const leftMs = endsAt - now();
			if (leftMs <= 0) return false;
			if (awaitedEnd < endsAt) {
				awaitedEnd = endsAt;
				void sleep(leftMs).then(() => {
					awaitedEnd = 0;
					onEnd();
				});
			}
			return true;
		},
	};
}
