import { describe, expect, it } from 'vitest';
import {
	afterFailure,
	cancelled,
	isNotSent,
	NotSentError,
	takesNothing,
	unreachable,
} from '../../../nodes/EnergyProjects/http/pace/notSent.ts';

const READ_ON =
	'Nothing of this item was sent, so it can be run again. The errors of the items before say what';

describe('an item whose request was not sent', () => {
	it.each([
		['an earlier item failed', afterFailure(), 'Not sent, since an earlier item failed', undefined],
		[
			'the service took no request for too long',
			takesNothing(),
			'Not sent: the service has taken no request for too long',
			`${READ_ON} the service answered.`,
		],
		[
			'the service could not be reached',
			unreachable(),
			'Not sent: the service could not be reached',
			`${READ_ON} failed.`,
		],
	])('because %s says so, and what can be done', (_, error, message, advice) => {
		expect(error.message).toBe(message);
		expect(error.advice).toBe(advice);
		expect(isNotSent(error)).toBe(true);
	});

	it('is known by its error, also where n8n has made one of its own of it', () => {
		expect(isNotSent(new Error('Failed', { cause: new NotSentError('Not sent') }))).toBe(true);
	});

	it.each([
		new Error('Failed'),
		new Error('Failed', { cause: new Error('Not sent') }),
		{ cause: new NotSentError('Not sent') },
		'Not sent',
		undefined,
		null,
	])('is not one that failed otherwise: %o', (error) => {
		expect(isNotSent(error)).toBe(false);
	});
});

it("a canceled execution ends in n8n's words, by which it tells it from a failed one", () => {
	expect(cancelled().message).toBe('The execution was canceled');
	expect(isNotSent(cancelled())).toBe(false);
});
