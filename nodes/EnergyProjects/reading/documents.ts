import { UUID_EXAMPLE } from '../service/ids';
import { documentResource } from '../service/records/document';
import { projectResource } from '../service/records/project';
import { idIn } from '../values/text';
import { recordFilter } from './filters';
import type { Filter } from './filters';
import { getManyOperation } from './getMany';

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

/** Get Many of documents. */
export const getDocuments = getManyOperation(documentResource, {
	description: ' attached to projects or rooms: name, MIME type and dates',
	filters: [recordFilter(projectResource, 'Only documents attached to this project'), roomFilter],
});
