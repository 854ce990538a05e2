import type { IDataObject } from 'n8n-workflow';
import { documentRecord } from '../../service/records/document';
import { recordSchema } from '../../values/output/schemas';
import type { Operation } from '../operation';
import { appliedHere, idFilter, textFilter } from '../parameters/filters/filterKinds';
import { emptyFilterOption, filtersParameter, readFilters } from '../parameters/filters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { locator, locatorByLinkOrId } from '../parameters/record/locator';
import { readRecords } from '../records';

const filters = {
	projectId: idFilter('project', {
		...locator('project'),
		description: 'Only documents attached to this project',
	}),
	mime: textFilter({
		displayName: 'MIME Type',
		name: 'mime',
		placeholder: 'e.g. application/pdf',
		description: appliedHere('Only documents of this type; "image/*" stands for all images'),
	}),
	roomId: idFilter('room', {
		...locatorByLinkOrId('room'),
		description: 'Only documents attached to this room',
	}),
};

/**
 * Service document, section Endpoints, "List documents". Its query is not shown: the filters are sent as well as
 * applied here, so that a service that ignores them does no harm.
 */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many documents',
	description:
		'Retrieve a list of documents attached to projects or rooms: name, MIME type and dates',
	properties: [...limitParameters, filtersParameter(filters)],
	options: [emptyFilterOption],
	outputSchema: recordSchema(documentRecord),
	async execute(item) {
		const { mime, ...query } = await readFilters(item, filters);
		const isOfType = mime === undefined ? () => true : mimeFilter(mime);
		const keep = (document: IDataObject) =>
			isOfType(document) && Object.entries(query).every(([name, id]) => sameId(document[name], id));
		return await readRecords(item, documentRecord, limitOf(item), { query, keep });
	},
};

const sameId = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase();

/** A media type, or a whole kind of them written with an asterisk. */
function mimeFilter(wanted: string): (document: IDataObject) => boolean {
	const type = wanted.toLowerCase();
	const kind = type.endsWith('/*') ? type.slice(0, -1) : undefined;
	return ({ mime }) => {
		const own = String(mime ?? '').toLowerCase();
		return kind === undefined ? own === type : own.startsWith(kind);
	};
}
