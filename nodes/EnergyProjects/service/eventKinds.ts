/** One kind of event. Service document, section Event kinds. */
export interface EventKind {
	readonly value: string;
	readonly name: string;
	readonly description: string;
	readonly subject: 'project' | 'customer';
	/** The record is gone: there is nothing to read from the API. */
	readonly isDeletion?: true;
	/** Name of its output. The editor cuts it after about 11 characters: they differ within the first 9. */
	readonly output: string;
}

/** Every kind, in the service's fixed order, which is the order of the outputs. */
export const eventKinds = [
	{
		value: 'project.created',
		name: 'Project Created',
		description: 'A project was created',
		subject: 'project',
		output: 'Created Project',
	},
	{
		value: 'project.edited',
		name: 'Project Edited',
		description: 'A project was changed; of several changes in a row the last one is reported',
		subject: 'project',
		output: 'Edited Project',
	},
	{
		value: 'project.deleted',
		name: 'Project Deleted',
		description: 'A project was deleted for good',
		subject: 'project',
		isDeletion: true,
		output: 'Deleted Project',
	},
	{
		value: 'customer.created',
		name: 'Customer Created',
		description: 'A customer was created',
		subject: 'customer',
		output: 'Created Customer',
	},
	{
		value: 'customer.edited',
		name: 'Customer Edited',
		description: 'A customer was changed; of several changes in a row the last one is reported',
		subject: 'customer',
		output: 'Edited Customer',
	},
	{
		value: 'customer.deleted',
		name: 'Customer Deleted',
		description: 'A customer was deleted for good',
		subject: 'customer',
		isDeletion: true,
		output: 'Deleted Customer',
	},
] as const satisfies readonly EventKind[];

/** The chosen kinds in the service's order, whatever the order they were chosen in. */
export const chosenKinds = (events: readonly string[]): readonly EventKind[] =>
	eventKinds.filter((kind) => events.includes(kind.value));
