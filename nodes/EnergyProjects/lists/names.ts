import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values/objects';
import { comparableText } from '../values/text';

/** What a person knows a record by, the most telling first; parts that are missing are empty. */
export type NamesOf = (json: IDataObject) => readonly unknown[];

/** A project has one name. */
export const projectNames: NamesOf = ({ name }) => [name];

/** Of a company its name, then the person; of anybody else the person, by the last name. */
export const customerNames: NamesOf = ({ lastName, firstName, isCompany, companyName }) => {
	const person = [lastName, firstName].filter(Boolean).join(', ');
	return isCompany === true ? [companyName, person] : [person];
};

/** The city of a project or customer; undefined where it has no address. */
export const cityOf = ({ address }: IDataObject): unknown =>
	isObject(address) ? address.city : undefined;

/** The names of a project without the city at their end, where it follows a comma: it is shown beside them. */
export const projectNamesWithoutCity: NamesOf = (json) => {
	const city = comparableText(cityOf(json));
	return projectNames(json).map((name) => {
		if (typeof name !== 'string' || city === '') return name;
		const comma = name.lastIndexOf(',');
		const rest = name.slice(0, Math.max(0, comma)).trim();
		return rest !== '' && comparableText(name.slice(comma + 1)) === city ? rest : name;
	});
};
