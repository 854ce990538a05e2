import { Ajv } from 'ajv';
import { addFormats } from '../../../sandbox/service/description.mts';
import { description, formOfSchema, propertiesOf } from '../../unit/contract/description.mts';
import type { FieldForm } from '../../unit/contract/description.mts';

/** A field that can be written, as the service's description has it; nothing of it comes from the nodes. */
export interface DescribedField extends Omit<FieldForm, 'fields'> {
	readonly name: string;
	readonly accepts: (value: unknown) => boolean;
}

const ajv = addFormats(new Ajv({ strict: false })).addSchema(description, 'service');

/** @param schema such as `ProjectUpdate` or `Address` */
export const describedFields = (schema: string): DescribedField[] =>
	Object.entries(propertiesOf(schema)).map(([name, property]) => {
		const $ref = `service#/components/schemas/${schema}/properties/${name}`;
		return { ...formOfSchema(property), name, accepts: ajv.compile({ $ref }) };
	});
