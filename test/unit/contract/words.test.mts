import { expect, it } from 'vitest';
import { eventKinds } from '../../../nodes/EnergyProjects/service/eventKinds.ts';
import { choiceOf, fieldsInside, optionOf } from '../../../nodes/EnergyProjects/service/field.ts';
import type { Field } from '../../../nodes/EnergyProjects/service/field.ts';
import { endpoints, records } from './description.mts';

/** What people read about the service in panels, lists to choose from and messages: nothing is left without words. */
const withInner = (field: Field): Field[] => [field, ...fieldsInside(field).flatMap(withInner)];
const fields = records.flatMap((record) => record.fields.flatMap(withInner));
const shown = fields.map(choiceOf);
const choices = [...fields.flatMap(({ values = [] }) => values), ...eventKinds].map(optionOf);
const given = (texts: ReadonlyArray<string | undefined>) =>
	texts.filter((text) => text !== undefined);

it.each([
	['labels of fields', shown.map(({ name }) => name), /^[A-Z][\w ,&/-]+( \([^)]+\))?$/],
	['meanings of fields', shown.map(({ description }) => description), /^[A-Z0-9].{7,}[^.]$/],
	['entries of lists', fields.flatMap(({ entry }) => entry?.label ?? []), /^[A-Z]\w+/],
	['placeholders', given(fields.map(({ placeholder }) => placeholder)), /^e\.g\. ./],
	['patterns in words', given(fields.map(({ pattern }) => pattern?.words)), /^[a-z].{3,}$/],
	[
		'names of events',
		eventKinds.map(({ name }) => name),
		/^(Project|Customer) (Created|Edited|Deleted)$/,
	],
	[
		'short names of events',
		eventKinds.map((kind) => kind.shortName),
		/^(Proj|Cust) (Created|Edited|Deleted)$/,
	],
	['names of choices', choices.map(({ name }) => name), /^[A-Z\d]/],
	['what choices mean', given(choices.map(({ description }) => description)), /^[A-Z].{7,}[^.]$/],
	['what endpoints do', endpoints.map(({ operation }) => operation), /^[a-z]+ [a-z].+/],
	['the same on one record', given(endpoints.map((one) => one.operationOn)), /^[a-z]+ [a-z]+$/],
])('%s are readable', (_, texts, form) => {
	expect(texts.length).toBeGreaterThan(0);
	expect(texts.filter((text) => !form.test(text))).toEqual([]);
});

it('every choice but a span of years says what it means', () => {
	const silent = choices.filter(({ description }) => description === undefined);
	expect(silent.filter(({ name }) => !/\d{4}/.test(name))).toEqual([]);
});

it.each([
	['installationDate', 'Installation Date'],
	['companyId', 'Company ID'],
	['numberOfFloors', 'Number of Floors'],
	['heatedLivingAreaM2', 'Heated Living Area (m²)'],
])('the field %s is called %s', (name, label) => {
	expect(shown).toContainEqual(expect.objectContaining({ value: name, name: label }));
});
