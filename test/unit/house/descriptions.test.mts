import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { credentials, nodes } from '../../integration/savedNames/descriptions.mts';
import { within } from './parameters.mts';

/**
 * A person who hovers over the question mark beside a parameter has not understood its name. So everything they can set
 * has a description that is not its name again. Checked for what n8n loads. A choice may speak for itself.
 */
const needsNone = ({ type, name }: INodeProperties): boolean =>
	// n8n itself fills in hidden values, and shows no name for the others.
	['hidden', 'notice', 'credentials'].includes(type) ||
	// n8n's convention for the selectors at the top of a node.
	['resource', 'operation'].includes(name);

const everything = [...nodes.map(({ description }) => description), ...credentials]
	.flatMap(({ properties }) => properties.flatMap(within))
	.filter((parameter) => !needsNone(parameter));

it('everything a person can set has a description that says more than its name', () => {
	expect(everything.length).toBeGreaterThan(100);
	const plain = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const isEmpty = ({ displayName, description }: INodeProperties) =>
		['', plain(displayName), plain(`the ${displayName}`)].includes(plain(description));
	expect(everything.filter(isEmpty).map(({ name }) => name)).toEqual([]);
});

it('"Whether" begins the description of a boolean, and of nothing else', () => {
	const misleading = everything.filter(
		({ type, description }) =>
			(type === 'boolean') !== (description?.startsWith('Whether') === true),
	);
	expect(misleading.map(({ name }) => name)).toEqual([]);
});
