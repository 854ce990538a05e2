import { escapeHtml, htmlPage } from './html.mts';
import { eventKinds } from './records.mts';
import type { WebhookSender } from './webhooks.mts';

/** The page Settings, Integrations, Webhooks: a small version of the one in the service's application. */
export function settingsPage(webhooks: WebhookSender, fresh?: { secret: string }): string {
	const once =
		fresh === undefined
			? ''
			: `<div class="once"><p><b>Signing secret, shown only this once:</b></p><p><code id="secret">${escapeHtml(fresh.secret)}</code></p></div>`;
	const rows = webhooks
		.list()
		.map(
			({ id, url, events, description }) => `<tr>
<td><code>${escapeHtml(url)}</code><br>${escapeHtml(description)}</td><td>${events.map(escapeHtml).join('<br>')}</td>
<td><form method="post" action="/settings/webhooks/${id}/delete"><button class="quiet">Delete</button></form></td></tr>`,
		)
		.join('\n');
	const boxes = eventKinds
		.map(
			(kind) =>
				`<label><input type="checkbox" name="events" value="${kind}" checked> ${kind}</label>`,
		)
		.join('\n');
	return htmlPage(
		'Settings › Integrations › Webhooks',
		`<p><a href="/">Projects and customers</a></p>
${once}
<table><tr><th>URL</th><th>Events</th><th></th></tr>
${rows}
</table>
<h2>New webhook</h2>
<form method="post" action="/settings/webhooks">
<label>URL <input type="url" name="url" required></label>
<label>Description <input type="text" name="description"></label>
${boxes}
<button type="submit">Create</button>
</form>`,
	);
}
