import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Item } from '../items/item';
import type { ListSearch } from '../lists/locatorSearch';

/** One operation of a resource: everything the editor shows of it, and everything it does. */
export interface Operation {
	readonly name: string;
	readonly value: string;
	/** Its name in the list of actions, such as "Create project". */
	readonly action: string;
	/** What it does. AI agents that use the node as a tool read it too. */
	readonly description: string;
	/** Its parameters, without the options. `properties.ts` adds for which operation they are shown. */
	readonly properties: readonly INodeProperties[];
	/** Its options, besides those that every operation has. */
	readonly options?: readonly INodeProperties[];
	/** JSON schema of the items it returns by default; the build hands it to the editor. */
	readonly outputSchema: IDataObject;
	/**
	 * Carries it out for one item.
	 *
	 * @returns the output of that item, one entry per record
	 */
	execute(item: Item): Promise<IDataObject[]>;
}

/** A kind of thing that the node works with, and what it can do with it. */
export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly operations: readonly Operation[];
	/** The searchable list from which people choose a record in a locator. */
	readonly search?: ListSearch;
	/** The operation the editor starts with. It never changes: n8n saves nothing for a parameter at its default. */
	readonly defaultOperation: Operation;
}
