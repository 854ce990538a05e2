import type { IDataObject } from 'n8n-workflow';
import type { Output } from '../reading/output';

/** A create or an update, as an item plans it. */
export interface Saving {
	readonly kind: 'create' | 'update';
	/** Undefined for a new record. */
	readonly id?: string;
	/** The record as it is, if it was read. */
	readonly before?: IDataObject;
	/** All of a new record, or what is to change; nothing is sent if that is nothing. */
	readonly body: IDataObject;
	/** What the item sets, also what the record has already. */
	readonly given: IDataObject;
	/** What the person called the record, for errors. */
	readonly about?: string;
	/** How it is shown. */
	readonly output: Output;
	/** Running the item again is safe: its operation looks for the record before it creates one. */
	readonly isRepeatable?: boolean;
}

/** The same of a deletion. */
interface Deletion {
	readonly kind: 'delete';
	readonly id: string;
	readonly about?: string;
}

export type Plan = Saving | Deletion;

/** What became of a plan. */
export interface Written {
	readonly syncResult: 'created' | 'updated' | 'unchanged' | 'deleted';
	/** What is known of the record: the next write of the record is compared with this. */
	readonly after: IDataObject;
	/** What the person is shown of it. */
	readonly output: IDataObject;
}
