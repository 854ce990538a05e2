import { DEMO_SIGNING_SECRET } from './n8n/demo.mts';
import { owner } from './n8n/rest.mts';
import { apiPrefix } from './service/description.mts';
import type { RunningService } from './service/start.mts';

export const USAGE = `Starts a local stand-in for the service and a real n8n with the package in it:

  npm start
  npm start -- --port 5679 --service-port 7080   if the usual ports (5678, 7070 and 7071) are in use
  npm start -- --user-folder <folder>            where n8n keeps its data (usually .local/demo)
  npm start -- --fresh                           first deletes what is in that folder: all workflows (your own too),
                                                 credentials, executions and data tables

What you build and change in n8n stays, even in the imported examples: they are never overwritten, and an example that
you delete does not come back. The data of the service starts over each time.`;

/** What a person can do now, and what they must do again after the next start. */
export function closingWords(
	service: RunningService,
	n8nUrl: string,
	{ userFolder, took }: { userFolder: string; took: string },
): string {
	const isUsual = new URL(service.baseUrl).port === '7070';
	const flag = isUsual ? '' : ` -- --service ${service.baseUrl}`;
	return `
  n8n            ${n8nUrl}
    log in with  ${owner.email} / ${owner.password}
  Service        ${service.baseUrl} (its webhook settings; the API is at ${apiPrefix})
    API key      ${service.company.apiKey}
    log in with  ${service.login.email} / ${service.login.password} (asked when you connect the OAuth2 credential)

Your first workflow
  1. Open ${n8nUrl} and log in. Click "Create workflow", then the + above "Add first step…".
  2. Type "energy projects", click "Energy Projects", open "Actions", and click "Get many projects".
     The credential is already selected. Click "Execute step": the projects appear.

Events, and the examples
  3. Open ${n8nUrl}/workflow/EnergyEvents0001 and its tab "Executions". In another terminal:

       npm run sandbox:edit-project${flag}

     Two seconds later an execution appears by itself. If the trigger refuses an event, this terminal says why.
  4. A note in each example says what to click first.
  5. OAuth2: open "Energy Projects (OAuth2)" under Credentials, click Connect, log in to the service and click Allow.

What stays
  Everything in n8n stays (${userFolder}): an imported example that you change is never
  overwritten, and one that you delete does not come back. To start over: npm start -- --fresh

To do again after the next start, because the service keeps its data in memory
  - its projects and customers are the original ones again, with the same IDs
  - OAuth2: click Connect again; the service has forgotten the permission
  - webhooks that you registered yourself: register them again, the signing secret is new
    (those of the published examples are registered for you, with the secret ${DEMO_SIGNING_SECRET})

Ready after ${took} in all, including every installation. Ctrl-C stops everything.`;
}
