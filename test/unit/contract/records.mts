import { readdirSync } from 'node:fs';
import type { Endpoint } from '../../../nodes/EnergyProjects/service/endpoints.ts';
import type { RecordType } from '../../../nodes/EnergyProjects/service/record.ts';

const folder = new URL('../../../nodes/EnergyProjects/service/records/', import.meta.url);

const modules = await Promise.all(
	readdirSync(folder).map(
		async (file) => (await import(new URL(file, folder).href)) as Record<string, unknown>,
	),
);

/** All records of the service that have endpoints; a new one is found too. */
export const records = modules
	.flatMap((module) => Object.values(module))
	.filter((value): value is RecordType => Object.hasOwn(value as object, 'endpoints'));

/** What the description calls a record; its forms to send and its list are named after it. */
export const schemaOf = ({ noun }: RecordType) => noun.charAt(0).toUpperCase() + noun.slice(1);

export const endpoints: readonly Endpoint[] = records.flatMap((record) =>
	Object.values(record.endpoints),
);
