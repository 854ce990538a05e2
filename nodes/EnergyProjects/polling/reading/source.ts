import type { IDataObject } from 'n8n-workflow';
import type { ListedRecord } from '../../service/record';

/** What a poll has read of a list. */
export interface ListReading {
	readonly records: readonly IDataObject[];
	/** The whole list, only its newest records, or the part for which there was time. */
	readonly scope: 'all' | 'new' | 'part';
	/** Whether it is certain that no record of it was missed. */
	readonly isComplete: boolean;
}

/** What one poll reads from. */
export interface Source {
	/** A digest of the base URL. */
	readonly baseUrlDigest: string;
	/** Reads the whole list. A second call sends no request and returns what the first one read. */
	readAll(type: ListedRecord): Promise<ListReading>;
	/** Reads the newest records, up to a page on which every record is known. */
	readNew(type: ListedRecord, isKnown: (record: IDataObject) => boolean): Promise<ListReading>;
	/** Whether `readAll` was called for the type. */
	hasRead(type: ListedRecord): boolean;
	/** Reads one record; undefined if the service says that it does not exist. */
	readOne(type: ListedRecord, id: string): Promise<IDataObject | undefined>;
	/** The ID of the company, from the account. */
	company(): Promise<string>;
	/** Whether the service says that the record does not exist; false if it cannot say. */
	isGone(type: ListedRecord, id: string): Promise<boolean>;
	/** Whether there is still time to ask for missing records. */
	isInTime(): boolean;
}
