// Writes the output schemas of the built nodes to the place where the editor looks for them, so that it offers every
// field before the first execution. They derive from the tables of fields: nothing is written down twice.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampBuild } from './built.mjs';

const require = createRequire(import.meta.url);
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const nodeFolder = join(root, 'dist', 'nodes', 'EnergyProjects');
const folder = join(nodeFolder, '__schema__');
const { resources } = require(join(nodeFolder, 'actions', 'resources.js'));
const { triggerSchema } = require(join(nodeFolder, 'events', 'eventSchema.js'));

rmSync(folder, { recursive: true, force: true });
// Each version of a node has its own file, even if the contents are the same.
for (const version of versionsOf('EnergyProjectsTrigger', 'EnergyProjectsPollingTrigger')) {
	write(`v${version}.0.0.json`, triggerSchema);
}
for (const resource of resources) {
	for (const { value, outputSchema } of resource.operations) {
		write(join('v1.0.0', resource.value, `${value}.json`), outputSchema);
	}
}

stampBuild(root);

/** @param {string[]} names @returns {Set<number>} */
function versionsOf(...names) {
	return new Set(
		names.flatMap((name) => {
			const { [name]: Node } = require(join(nodeFolder, `${name}.node.js`));
			return new Node().description.version;
		}),
	);
}

/** @param {string} path @param {object} schema */
function write(path, schema) {
	const file = join(folder, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(schema));
}
