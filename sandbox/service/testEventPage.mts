import { escapeHtml, htmlPage } from './html.mts';
import { eventKinds, statuses } from './records.mts';
import { DEMO_SIGNING_SECRET } from './testEvent.mts';
import type { TestEvent } from './testEvent.mts';

const options = (values: readonly string[], chosen?: string) =>
	values.map((value) => `<option${value === chosen ? ' selected' : ''}>${value}</option>`).join('');

/** Where a person sends an event to a trigger by a click. @param told what became of the one sent last */
export const testEventPage = (last: Partial<TestEvent> = {}, told = ''): string =>
	htmlPage(
		'Send a test event',
		`<p><a href="/">Projects and customers</a></p>
${told === '' ? '' : `<div class="once"><p>${escapeHtml(told).replaceAll('\n', '<br>')}</p></div>`}
<form method="post" action="/test-event">
<label>Test URL or Production URL of the trigger. For the Test URL, click "Execute step" in n8n first.
<input type="url" name="url" value="${escapeHtml(last.url ?? '')}" required></label>
<label>Event <select name="event">${options(eventKinds, last.event ?? 'project.edited')}</select></label>
<label>Status of the project <select name="status"><option value="">any</option>${options(statuses, last.status)}</select></label>
<label>Signing secret: that of the credential "Energy Projects (webhook)", unless you enter another one
<input type="text" name="secret" value="${escapeHtml(last.secret ?? DEMO_SIGNING_SECRET)}" required></label>
<button>Send</button>
</form>
<p>The service itself does not change.</p>`,
	);
