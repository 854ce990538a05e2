import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const root = join(here, '..', '..');
export const examplesFolder = join(root, 'examples');
