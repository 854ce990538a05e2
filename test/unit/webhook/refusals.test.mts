import type { IWebhookFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse, Refusal } from '../../../nodes/EnergyProjects/webhook/refusals.ts';

type Reason = Refusal['reason'];

let nodes = 0;
const response = { status: vi.fn(), json: vi.fn() };
beforeEach(() => {
	response.status = vi.fn(() => response);
	response.json = vi.fn(() => response);
});

/** What becomes of a refusal by a node of its own: the answer, and what a person sees of it. */
function refused(reason: Reason, mode: 'webhook' | 'manual', advice?: string) {
	const node = { id: `node ${++nodes}`, name: 'Trigger' };
	const context = {
		getMode: () => mode,
		getNode: () => node,
		getWorkflow: () => ({ id: 'w1' }),
		getResponseObject: () => response,
		logger: { warn: () => undefined },
	} as unknown as IWebhookFunctions;
	const { json } = response;
	let shown: { message: string; description: string } | undefined;
	try {
		expect(refuse(context, new Refusal(reason, 'why', advice))).toEqual({
			noWebhookResponse: true,
		});
	} catch (error) {
		shown = error as typeof shown;
	}
	return { status: response.status.mock.calls, body: json.mock.calls, shown };
}

describe.each<[Reason, status: number, text: string, isAlarm: boolean]>([
	['signatureMissing', 401, 'Not verified', false],
	['signatureMalformed', 401, 'Not verified', false],
	['signatureWrong', 401, 'Not verified', false],
	['rawBytesMissing', 503, 'Try again later', false],
	['secretUnusable', 503, 'Try again later', false],
	['notAnEvent', 400, 'Not an event', true],
	['parametersUnusable', 503, 'Try again later', true],
	['beingHandled', 503, 'Try again later', false],
	['outsideMaxAge', 503, 'Try again later', true],
	['recordUnread', 503, 'Try again later', true],
	['unexpected', 503, 'Try again later', false],
	['eventUnhandled', 503, 'Try again later', true],
])('%s', (reason, status, message, isAlarm) => {
	it(`is answered ${status}, and is ${isAlarm ? 'an' : 'no'} alarm`, () => {
		const { shown, ...answer } = refused(reason, 'webhook');
		expect(answer).toEqual({ status: [[status]], body: [[{ message }]] });
		expect(shown !== undefined).toBe(isAlarm);
		const ending =
			/^[A-Z].{40,}[.] For each reason there is at most one such execution an hour[.] Do not retry it.*[.]$/s;
		if (isAlarm) expect(shown?.description).toMatch(ending);
		const isSentAgain = shown?.description.includes('sends the refused events again');
		expect(isSentAgain).toBe(isAlarm ? status === 503 : undefined);
	});
});

it('what n8n answers after an alarm does not reach the sender, who has an answer already', () => {
	const { body, shown } = refused('recordUnread', 'webhook');
	expect(shown).toBeDefined();
	expect(response.json({ code: 0 })).toBe(response);
	expect(body).toHaveLength(1);
});
