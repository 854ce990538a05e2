import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../service/endpoints';
import { documentRecord } from '../../service/records/document';
import { recordSchema } from '../../values/schemas';
import { readAll, readSome } from '../../lists/wholeList';
import type { Operation } from '../operation';
import { locator, locatorByLinkOrId, optionalId } from '../parameters/locator';
import { INCOMPLETE_HINT, limitOf, limitParameters } from '../parameters/output';

/**
 * Service document, section Endpoints, "List documents". Its query is not shown: the filters are sent as well as
 * applied here, so that a service that ignores them does no harm.
 */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many documents',
	description: 'List the documents attached to projects or rooms: name, MIME type and dates',
	properties: [
		...limitParameters,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					...locator('project'),
					description: 'Only documents attached to this project',
				},
				{
					displayName: 'MIME Type',
					name: 'mime',
					type: 'string',
					placeholder: 'e.g. application/pdf',
					default: '',
					description:
						'Only documents of this type; "image/*" stands for all images. The service has no such filter: the node applies it.',
				},
				{ ...locatorByLinkOrId('room'), description: 'Only documents attached to this room' },
			],
		},
	],
	outputSchema: recordSchema(documentRecord),
	async execute(run, itemIndex) {
		const filters = run.context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
		const query: IDataObject = {};
		const projectId = optionalId(run, itemIndex, filters.projectId);
		const roomId = optionalId(run, itemIndex, filters.roomId);
		const isOfType = mimeFilter(String(filters.mime ?? ''));
		if (projectId !== '') query.projectId = projectId;
		if (roomId !== '') query.roomId = roomId;
		const matches = (document: IDataObject) =>
			isOfType(document) && Object.entries(query).every(([name, id]) => sameId(document[name], id));

		const list = { endpoint: endpoints.document.getAll, query, itemIndex };
		const limit = limitOf(run, itemIndex);
		if (limit !== undefined) return await readSome(run.client, list, limit, matches);
		const { records, complete } = await readAll(
			run.client,
			list,
			{ editsMoveRecords: true },
			matches,
		);
		if (!complete) run.hint(INCOMPLETE_HINT, 'warning');
		return records;
	},
};

const sameId = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase();

/** A media type, or a whole kind of them written with an asterisk. */
function mimeFilter(wanted: string): (document: IDataObject) => boolean {
	const type = wanted.trim().toLowerCase();
	const kind = type.endsWith('/*') ? type.slice(0, -1) : undefined;
	return ({ mime }) => {
		const own = String(mime ?? '').toLowerCase();
		return type === '' || (kind === undefined ? own === type : own.startsWith(kind));
	};
}
