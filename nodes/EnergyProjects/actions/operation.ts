import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Run } from './run';

/** One operation of a resource: everything the editor shows of it and everything it does. */
export interface Operation {
	readonly name: string;
	readonly value: string;
	/** As the list of actions shows it, e.g. "Create a project". */
	readonly action: string;
	/** What it does, also read by AI agents that use the node as a tool. */
	readonly description: string;
	/** Its parameters; when they are shown is added by the description. */
	readonly properties: readonly INodeProperties[];
	/** Options of its own, beside those that every operation has. */
	readonly options?: readonly INodeProperties[];
	/** JSON schema of its output items in its default form; the build hands it to the editor. */
	readonly outputSchema: IDataObject;
	/**
	 * Carries it out for one item.
	 *
	 * @returns the output of that item, one entry per record
	 */
	execute(run: Run, itemIndex: number): Promise<IDataObject[]>;
}

export interface Resource {
	readonly name: string;
	readonly value: string;
	readonly operations: readonly Operation[];
}
