import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const root = join(here, '..', '..');
/** Where the pinned n8n is installed; not under version control. */
export const n8nFolder = join(root, '.local', 'n8n');
export const n8nCommand = join(n8nFolder, 'node_modules', 'n8n', 'bin', 'n8n');
export const examplesFolder = join(root, 'examples');
