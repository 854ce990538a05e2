import type { IDataObject } from 'n8n-workflow';
import { documentRecord } from '../../service/records/document';
import { projectRecord } from '../../service/records/project';
import { recordSchema } from '../../values/output/schemas';
import type { Operation } from '../operation';
import { appliedByNode, idFilter, textFilter } from '../parameters/filters/filterKinds';
import {
	divided,
	emptyFilterOption,
	filtersParameter,
	readFilters,
} from '../parameters/filters/filters';
import type { Keep } from '../parameters/filters/filters';
import { limitOf, limitParameters } from '../parameters/limit';
import { locator, locatorByLinkOrId } from '../parameters/record/locator';
import { readRecords } from '../records';

const filters = {
	projectId: idFilter(
		{ ...locator(projectRecord), description: 'Only documents attached to this project' },
		projectRecord,
	),
	mime: textFilter<Keep>(
		{
			displayName: 'MIME Type',
			name: 'mime',
			placeholder: 'e.g. application/pdf',
			description: appliedByNode('Only documents of this type; "image/*" means all images'),
		},
		mimeFilter,
	),
	roomId: idFilter({
		...locatorByLinkOrId('room'),
		description: 'Only documents attached to this room',
	}),
};

/**
 * Service document, section Endpoints, "List documents". It does not show the query. So the filters are sent and applied
 * by the node as well, in case the service ignores them.
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
		const { query, keep: isOfType = () => true } = divided(await readFilters(item, filters));
		const keep = (document: IDataObject) =>
			isOfType(document) && Object.entries(query).every(([name, id]) => sameId(document[name], id));
		return await readRecords(item, documentRecord, limitOf(item), { query, keep });
	},
};

const sameId = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase();

/** @param wanted a media type, or a group of them written with an asterisk, such as "image/*" */
function mimeFilter(wanted: string): Keep {
	const type = wanted.toLowerCase();
	const group = type.endsWith('/*') ? type.slice(0, -1) : undefined;
	return ({ mime }) => {
		const own = String(mime ?? '').toLowerCase();
		return group === undefined ? own === type : own.startsWith(group);
	};
}
