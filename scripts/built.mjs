// Whether dist/ is what the sources give: each build leaves their digest there, so that what needs the package built, and
// runs after another that did, does not build it again.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['credentials/**', 'icons/**', 'nodes/**', 'scripts/{built,schemas}.mjs', '*.json'];
const stampOf = (/** @type {string} */ root) => join(root, 'dist', '.sources');

/** @param {string} root of a checkout @returns {string} */
function digestOf(root) {
	const digest = createHash('sha256');
	const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((one) => one.isFile());
	for (const path of files.map((one) => join(one.parentPath, one.name)).sort()) {
		digest.update(`${path}\0`).update(readFileSync(path));
	}
	return digest.digest('hex');
}

/** @param {string} root of a checkout */
export const isBuilt = (root) =>
	existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === digestOf(root);

/** @param {string} root of a checkout that has just been built */
export const stampBuild = (root) => writeFileSync(stampOf(root), digestOf(root));
