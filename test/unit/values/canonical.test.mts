import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { comparedFields } from '../../../nodes/EnergyProjects/polling/entries.ts';
import type { Field, FieldType } from '../../../nodes/EnergyProjects/service/field.ts';
import { customerRecord } from '../../../nodes/EnergyProjects/service/records/customer.ts';
import { projectRecord } from '../../../nodes/EnergyProjects/service/records/project.ts';
import { canonicalText } from '../../../nodes/EnergyProjects/values/canonical.ts';
import { areAsBefore } from '../../../nodes/EnergyProjects/writing/comparing.ts';

const ID = '3f2b8c1e-5d47-4a9b-8e21-6c0d9f7a1b34';
const texts = [
	...[
		'Haus Weber',
		'HAUS WEBER',
		' Haus  Weber\n',
		'Haus\u00a0Weber',
		"O'Neil",
		'O’Neil',
		'„Süd“',
		'"Süd"',
	],
	...['Su\u0308d', 'Süd', 'Weg 1-3', 'Weg 1–3', 'So\u00adlar', 'Solar', '7', 7],
];
const choices = ['inProgress', 'InProgress', 'completed'];

/** Each value in several spellings, as a service may hold it. */
const spellings: Record<Exclude<FieldType, 'object' | 'list'>, unknown[]> = {
	string: texts,
	number: [0, '0', -0, 12.5, '12.50', ' 12.5 ', '12.5001', 1e21, '1e21', -3],
	boolean: [true, 'true', false, 'False'],
	date: ['2027-03-14', '2027-03-14T00:00:00.000Z', '2027-03-15'],
	dateTime: ['2027-03-14T00:00:00.000Z', '2027-03-14t00:00:00.000z', '2027-03-15T00:00:00.000Z'],
	uuid: [ID, ID.toUpperCase(), ID.replace('3', '4')],
	email: ['ada@mail.example', ' Ada@Mail.Example', 'o’neil@mail.example', "o'neil@mail.example"],
	enumeration: choices,
};
const nothing = [null, undefined, ''];

/** Two letters, where a text may be nothing else. */
const scalar = ({ type, pattern }: Field) =>
	fc.constantFrom(
		...nothing,
		...(pattern === undefined ? spellings[type as keyof typeof spellings] : ['DE', 'de', 'AT']),
	);

const objectWith = (parts: readonly Field[]): fc.Arbitrary<unknown> =>
	fc.record(Object.fromEntries(parts.map((part) => [part.name, scalar(part)])));

/** Two values of a field. The circuits of a service all have the same parts. */
function valuesOf(field: Field): fc.Arbitrary<[unknown, unknown]> {
	const { type, fields = [] } = field;
	if (type === 'object') {
		const one = fc.oneof(fc.constantFrom(...nothing), fc.subarray([...fields]).chain(objectWith));
		return fc.tuple(one, one);
	}
	if (type !== 'list') return fc.tuple(scalar(field), scalar(field));
	return fc.subarray([...fields], { minLength: 1 }).chain((parts) => {
		const circuits = fc.array(objectWith(parts), { maxLength: 3 });
		const reordered = (list: unknown[]) =>
			fc.shuffledSubarray(list, { minLength: list.length }).map((again) => [list, again] as const);
		return fc.oneof(fc.tuple(circuits, circuits), circuits.chain(reordered)) as fc.Arbitrary<
			[unknown, unknown]
		>;
	});
}

const compared = [projectRecord, customerRecord].flatMap((type) =>
	comparedFields(type, ['hasRoomWithCustomHeatLoad', 'heatPumpSizing']).map(
		(field) => [type.noun, field.name, type, field] as const,
	),
);

describe('two values have the same canonical text exactly if the action node calls them the same', () => {
	it.each(compared)('%s: %s', (_, name, type, field) => {
		const isSame = (one: unknown, other: unknown) =>
			areAsBefore(type, { [name]: one } as IDataObject, { [name]: other } as IDataObject, [name]);
		fc.assert(
			fc.property(valuesOf(field), ([one, other]) => {
				const texts = [one, other].map((value) => canonicalText(field, value));
				// What a switch starts with: see below.
				if (field.startsAs === false && texts.includes('')) return;
				expect(texts[0] === texts[1]).toBe(isSame(one, other) || isSame(other, one));
			}),
			{ numRuns: 1000 },
		);
	});
});

it.each(['isLead', 'isMonumentProtected'])('%s: null is what it starts with', (name) => {
	const field = projectRecord.fields.find((one) => one.name === name) as Field;
	expect([null, undefined, '', false].map((value) => canonicalText(field, value))).toEqual(
		Array(4).fill(''),
	);
	expect(canonicalText(field, true)).not.toBe('');
});
