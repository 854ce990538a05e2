import { endpoint } from '../endpoints';
import type { ListedRecord } from '../record';

/** A document of a project or of a room. Service document, section Document. */
export const documentRecord: ListedRecord = {
	noun: 'document',
	fields: [
		{
			name: 'id',
			label: 'ID',
			description: 'ID of the document',
			type: 'uuid',
			access: 'readOnly',
		},
		{
			name: 'companyId',
			label: 'Company ID',
			description: 'ID of the company the document belongs to',
			type: 'uuid',
			access: 'readOnly',
		},
		{
			name: 'name',
			label: 'Name',
			description: 'Name of the document',
			type: 'string',
			access: 'readOnly',
			nullable: true,
		},
		{
			name: 'mime',
			label: 'MIME Type',
			description: 'Media type of the document, such as application/pdf',
			type: 'string',
			access: 'readOnly',
		},
		{
			name: 'projectId',
			label: 'Project ID',
			description: 'ID of the project to which the document is attached, if any',
			type: 'uuid',
			access: 'readOnly',
			nullable: true,
		},
		{
			name: 'roomId',
			label: 'Room ID',
			description: 'ID of the room to which the document is attached, if any',
			type: 'uuid',
			access: 'readOnly',
			nullable: true,
		},
		{
			name: 'createdAt',
			label: 'Created At',
			description: 'When the document was created',
			type: 'dateTime',
			access: 'readOnly',
		},
		{
			name: 'updatedAt',
			label: 'Updated At',
			description: 'When the document was last changed',
			type: 'dateTime',
			access: 'readOnly',
		},
	],
	simplified: [],
	endpoints: { getAll: endpoint('list documents', 'GET', '/documents') },
	list: { form: 'pages' },
};
