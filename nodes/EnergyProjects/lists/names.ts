import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values/objects';

/** The names by which a person knows a record, the most important one first; a name that is missing is empty. */
export type NamesOf = (json: IDataObject) => readonly unknown[];

/** A project has one name. */
export const projectNames: NamesOf = ({ name }) => [name];

/** A company has its own name, then that of the person; anybody else has the name of the person, last name first. */
export const customerNames: NamesOf = ({ lastName, firstName, isCompany, companyName }) => {
	const person = [lastName, firstName].filter(Boolean).join(', ');
	return isCompany === true ? [companyName, person] : [person];
};

/** The city of a project or customer; undefined if it has no address. */
export const cityOf = ({ address }: IDataObject): unknown =>
	isObject(address) ? address.city : undefined;
