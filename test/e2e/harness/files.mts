import type { Execution } from './rest.mts';
import type { Stack } from './stack.mts';

interface BinaryItem {
	binary?: { data?: { id?: string; data: string; fileName?: string } };
}

/** A file that a node handed over. */
export interface HandedFile {
	fileName: string;
	content: Buffer;
}

/** The files a node handed over in the field "data", as the editor downloads them. */
export async function filesOf(
	stack: Stack,
	{ outputs }: Execution,
	node: string,
): Promise<HandedFile[]> {
	const items = (outputs[node]?.[0] ?? []) as BinaryItem[];
	return await Promise.all(
		items.map(async ({ binary }) => {
			const file = binary?.data;
			if (file === undefined) throw new Error(`"${node}" handed over no file`);
			const { id, data, fileName = '' } = file;
			const content = id === undefined ? Buffer.from(data, 'base64') : await download(stack, id);
			return { fileName, content };
		}),
	);
}

async function download({ rest }: Stack, id: string): Promise<Buffer> {
	const path = `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
	const answer = await rest.raw('GET', path);
	if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
	return Buffer.from(await answer.arrayBuffer());
}
