import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ListSearch } from '../lists/search';
import type { Item } from './item';

/** One operation of a resource: everything the editor shows of it and everything it does. */
export interface Operation {
	readonly name: string;
	readonly value: string;
	/** As the list of actions shows it, e.g. "Create project". */
	readonly action: string;
	/** What it does, also read by AI agents that use the node as a tool. */
	readonly description: string;
	/** Its parameters; when they are shown is added where they are put together. */
	readonly properties: readonly INodeProperties[];
	/** Options of its own, beside those that every operation has. */
	readonly options?: readonly INodeProperties[];
	/** Parameters that n8n's guidelines put below the options, such as a sort. */
	readonly belowOptions?: readonly INodeProperties[];
	/** JSON schema of its output items in its default form; the build hands it to the editor. */
	readonly outputSchema: IDataObject;
	/**
	 * Carries it out for one item.
	 *
	 * @returns the output of that item, one entry per record
	 */
	execute(item: Item): Promise<IDataObject[]>;
}

export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly operations: readonly Operation[];
	/** The searchable list in which its locators let a person choose. */
	readonly search?: ListSearch;
	/** The operation the editor begins with. It stays for ever: n8n saves nothing for a parameter at its default. */
	readonly defaultOperation: Operation;
}
