import type { INodeProperties } from 'n8n-workflow';

/** A parameter and all parameters inside it. */
export const within = (parameter: INodeProperties): INodeProperties[] => [
	parameter,
	...(parameter.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values.flatMap(within);
		return 'type' in option ? within(option) : [];
	}),
];
