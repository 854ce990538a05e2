// Loads a package as n8n does, in a fresh process that has loaded what n8n has loaded by then. Prints milliseconds.
import { createRequire } from 'node:module';
import { installationOf, pinnedVersion } from '../../../sandbox/n8n/versions.mts';

interface Loader {
	loadAll(): Promise<void>;
}

const require = createRequire(installationOf(pinnedVersion).command);
// The package has n8n-workflow from the n8n it runs in.
const { Module } = require('node:module') as { Module: { _initPaths(): void } };
process.env.NODE_PATH = require.resolve.paths('n8n-workflow')?.join(':');
Module._initPaths();
const { PackageDirectoryLoader } = require('n8n-core') as {
	PackageDirectoryLoader: new (folder: string) => Loader;
};
require('n8n-workflow');
const loader = new PackageDirectoryLoader(process.argv[2]);
const began = performance.now();
await loader.loadAll();
process.stdout.write(`\n${performance.now() - began}`);
process.exit();
