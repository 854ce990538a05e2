import type { WritableRecord } from '../record';
import { customerRecord } from './customer';
import { projectRecord } from './project';

const records: ReadonlyMap<string, WritableRecord> = new Map(
	[customerRecord, projectRecord].map((record) => [record.noun, record]),
);

/** The record of this noun that a person can choose from a list; undefined where the service lists none. */
export const listedRecordOf = (noun: string): WritableRecord | undefined => records.get(noun);
