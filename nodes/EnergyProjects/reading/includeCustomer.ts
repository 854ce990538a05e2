import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { CollectedHint } from '../run/hints';
import type { Item } from '../run/item';
import { readWholeListOnce } from '../run/readLists';
import { comparableId, recordKeyOf } from '../service/ids';
import { customerResource } from '../service/records/customer';
import { projectResource } from '../service/records/project';
import { isMissing } from '../values/objects';
import { shaperOf } from '../values/outputShape';
import { forEachInSlices } from '../values/slices';
import { refuseIncomplete } from './ifIncomplete';
import { readOutput } from './output';

/** Finds a customer by its ID, in the list that is read once per execution, and says whether that is complete. */
export const customersById = async (item: Item) =>
	await item.run.once('customers by id', async () => {
		const { records, complete } = await readWholeListOnce(item, { resource: customerResource });
		const byId = new Map<string | undefined, IDataObject>();
		await forEachInSlices(records, (customer) => byId.set(recordKeyOf(customer), customer));
		return { customerWith: (id: unknown) => byId.get(comparableId(id)), complete };
	});

const option: INodeProperties = {
	displayName: 'Include Customer',
	name: 'includeCustomer',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the record of the customer to each project, as "customer". The list of customers is read once per execution.',
};

const NOT_LISTED: CollectedHint = {
	type: 'warning',
	words: (names) =>
		`The list of customers lacks the customer of these projects: ${names}. It was deleted, or only added meanwhile: then the next run has it.`,
};

const WITHOUT_CUSTOMER = `To get the project all the same, turn off "${option.displayName}".`;

/** An option of reads: each project with its customer from the list, or null if the project has none. */
export const includeCustomer = {
	option,
	/** The outputs of the projects, with their customers if the item asks for them. */
	async addTo(item: Item, projects: readonly IDataObject[], outputs: IDataObject[]) {
		if (!item.isOn(option)) return outputs;
		const mode = readOutput(item, projectResource).mode === 'raw' ? 'raw' : 'simplified';
		const shape = shaperOf(customerResource, mode);
		const { customerWith, complete } = await customersById(item);
		return outputs.map((output, index) => {
			const { customerId } = projects[index];
			const customer = customerWith(customerId);
			if (customer) return { ...output, customer: shape(customer) };
			if (isMissing(customerId)) return { ...output, customer: null };
			if (!complete) {
				refuseIncomplete(item, customerResource, WITHOUT_CUSTOMER);
				return output;
			}
			item.run.collect(NOT_LISTED, String(projects[index].humanId ?? projects[index].id));
			return output;
		});
	},
};
