import { endpoint } from '../endpoints';
import { dateTime, string, uuid, readOnly } from '../field';
import type { ListedResource } from '../resource';

/** A document of a project or of a room. Service document, section Document. */
export const documentResource: ListedResource = {
	noun: 'document',
	fields: [
		uuid('id', 'ID of the document', readOnly),
		uuid('companyId', 'ID of the company the document belongs to', readOnly),
		string('name', 'Name of the document', { ...readOnly, nullable: true }),
		string('mime', 'Media type of the document, such as application/pdf', {
			label: 'MIME Type',
			...readOnly,
		}),
		uuid('projectId', 'ID of the project to which the document is attached, if any', {
			...readOnly,
			nullable: true,
		}),
		uuid('roomId', 'ID of the room to which the document is attached, if any', {
			...readOnly,
			nullable: true,
		}),
		dateTime('createdAt', 'When the document was created', readOnly),
		dateTime('updatedAt', 'When the document was last changed', readOnly),
	],
	simplified: [],
	endpoints: { getAll: endpoint('list documents', 'GET', '/documents') },
	// The service's document does not show the query.
	list: { form: 'pages', mayIgnoreQuery: true },
};
