import { recordFilter } from '../items/filters';
import type { Filter } from '../items/filters';
import { UUID_EXAMPLE } from '../service/ids';
import { documentRecord } from '../service/records/document';
import { projectRecord } from '../service/records/project';
import { idIn } from '../values/text';
import { getManyOperation } from './getMany';
import type { Resource } from './operation';

const roomFilter: Filter = {
	parameter: {
		displayName: 'Room ID',
		name: 'roomId',
		type: 'string',
		default: '',
		placeholder: `e.g. ${UUID_EXAMPLE}`,
		description: 'Only documents attached to this room: its ID or a link that contains it',
	},
	read(value) {
		const id = idIn(String(value));
		if (id === undefined) throw new Error('it contains no ID of a room');
		return id;
	},
};

const getMany = getManyOperation(documentRecord, {
	description: ' attached to projects or rooms: name, MIME type and dates',
	filters: [recordFilter(projectRecord, 'Only documents attached to this project'), roomFilter],
});

export const document: Resource = {
	name: 'Document',
	value: 'document',
	defaultOperation: getMany,
	operations: [getMany],
};
