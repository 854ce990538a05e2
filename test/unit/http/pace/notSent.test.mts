import { describe, expect, it } from 'vitest';
import {
	cancelled,
	isNotSent,
	longPause,
	NotSentError,
	StoppedError,
	takesNothing,
	unreachable,
} from '../../../../nodes/EnergyProjects/http/pace/notSent.ts';

const NOTHING_SENT = 'Nothing of this item was sent, so you can run it again.';
const SEE_BEFORE = `${NOTHING_SENT} The errors of the earlier items say what`;

describe('an item whose request was not sent', () => {
	it.each([
		[
			'an earlier item failed',
			new StoppedError(),
			'Not sent, because an earlier item failed',
			undefined,
		],
		[
			'the service took no request for too long',
			takesNothing(),
			'Not sent: the service has not accepted any request for too long',
			`${SEE_BEFORE} the service answered.`,
		],
		[
			'the service asked for a long pause',
			longPause(3_599_001),
			'Not sent: the service asked to wait 3600 seconds, longer than this node waits',
			`${NOTHING_SENT} Wait that long first.`,
		],
		[
			'the service could not be reached',
			unreachable(),
			'Not sent: the service could not be reached',
			`${SEE_BEFORE} failed.`,
		],
	])('because %s says so, and what the person can do', (_, error, message, advice) => {
		expect(error.message).toBe(message);
		expect(error.advice).toBe(advice);
		expect(isNotSent(error)).toBe(true);
	});

	it('is recognised by its error, even if n8n has wrapped it', () => {
		expect(isNotSent(new Error('Failed', { cause: new NotSentError('Not sent') }))).toBe(true);
	});

	it.each([
		new Error('Failed'),
		new Error('Failed', { cause: new Error('Not sent') }),
		{ cause: new NotSentError('Not sent') },
		'Not sent',
		undefined,
		null,
	])('differs from an item that failed: %o', (error) => {
		expect(isNotSent(error)).toBe(false);
	});
});

it("a canceled execution ends with n8n's own text, so that n8n does not take it for a failed one", () => {
	expect(cancelled().message).toBe('The execution was canceled');
	expect(isNotSent(cancelled())).toBe(false);
});
