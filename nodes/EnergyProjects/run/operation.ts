import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { CarryOut } from './execution';

/** One operation of a resource: everything the editor shows of it, and everything it does. */
export interface Operation {
	readonly name: string;
	readonly value: string;
	/** Its name in the list of actions, such as "Create project". */
	readonly action: string;
	/** What it does. AI agents that use the node as a tool read it too. */
	readonly description: string;
	/** Its parameters, without the options. `actions/properties.ts` adds for which operation they are shown. */
	readonly properties: readonly INodeProperties[];
	/** Its options, besides those that every operation has. */
	readonly options?: readonly INodeProperties[];
	/** JSON schema of the items it returns by default; the build hands it to the editor. */
	readonly outputSchema: IDataObject;
	/** What running the node again does with what was carried out, for people; undefined if it changes nothing. */
	readonly onRerun?: string;
	readonly execute: CarryOut;
}
