import { describe, expect, it } from 'vitest';
import { id, mapped, runNode } from './bench.mts';

// The simplified output has parts of an address beside the other fields: what a node hands out, it takes back.

const former = { addressLine1: 'Weg 1', addressLine2: 'Hinterhaus', city: 'Kiel' };

/** Updates the one customer, whose address is `former`, with a mapped item. */
const update = async (items: object[], more: object = {}) =>
	await runNode(
		{
			...{ resource: 'customer', operation: 'update', ...mapped, ...more },
			customerId: { __rl: true, mode: 'id', value: id(1) },
		},
		{ items, held: [{ address: former }] },
	);
const clear = { options: { emptyText: 'clear' } };

describe('parts of the address beside the other fields', () => {
	it('change the address', async () => {
		const { bodies } = await update([{ addressLine2: '2. OG', country: 'Germany' }]);
		expect(bodies).toEqual([{ address: { ...former, addressLine2: '2. OG', country: 'Germany' } }]);
	});

	it.each([null, '', {}, { city: ' ' }])('count if the address is %j', async (address) => {
		const { bodies } = await update([{ address, addressLine2: '2. OG' }]);
		expect(bodies).toEqual([{ address: { ...former, addressLine2: '2. OG' } }]);
	});

	it('that are empty leave the address as it is, or empty it if that is chosen', async () => {
		const item = { firstName: 'Grace', addressLine2: '' };
		expect((await update([item])).bodies).toEqual([{ firstName: 'Grace' }]);
		const { bodies } = await update([item], clear);
		expect(bodies).toEqual([{ firstName: 'Grace', address: { ...former, addressLine2: '' } }]);
	});

	it('that are empty do not save an address that is cleared', async () => {
		const { bodies } = await update([{ address: null, city: '' }], clear);
		expect(bodies).toEqual([{ address: null }]);
	});

	it('do not count in a record that defines its fields one by one', async () => {
		const more = { dataMode: 'defineBelow', updateFields: { firstName: 'Grace' } };
		expect((await update([{ city: 'Plön' }], more)).bodies).toEqual([{ firstName: 'Grace' }]);
	});
});

describe('parts beside an address', () => {
	it('are not sent, and a hint says how to change one', async () => {
		const item = { address: { addressLine1: 'Weg 2' }, city: 'Plön' };
		const { bodies, hints } = await update([item]);
		expect(bodies).toEqual([{ address: { ...former, addressLine1: 'Weg 2' } }]);
		expect(hints).toEqual([
			'warning: Not sent: city. The item also has "address", so only the parts inside it are used. To change city, set it inside "address", or remove "address" from the item.',
		]);
	});

	it('or several', async () => {
		const item = { address: { addressLine1: 'Weg 2' }, city: 'Plön', country: 'Germany' };
		const [hint] = (await update([item])).hints;
		expect(hint).toContain('Not sent: city, country.');
		expect(hint).toContain('To change city, country, set them inside "address"');
	});

	it.each([{ city: ' Plön ' }, { country: '' }, { country: null }])(
		'are no reason for a hint if they say the same, or nothing: %j',
		async (part) => {
			const { hints } = await update([{ address: { city: 'Plön' }, ...part }]);
			expect(hints).toEqual([]);
		},
	);

	it('that is a text are no help: the text is an error', async () => {
		const { outputs, hints, requests } = await update([{ address: 'Weg 1', city: 'Plön' }]);
		expect(outputs[0].error).toContain('Address (address): expected an object with its parts');
		expect([...hints, ...requests]).toEqual([]);
	});
});
