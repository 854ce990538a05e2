// Functions that n8n runs as text, outside of their module: what Stryker writes into them is not defined there, so that
// even the code as it is would fail.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const RUN_AS_TEXT = ['configuredOutputs', 'serverAddress'];

/** @type {import('@stryker-mutator/api/ignore').Ignorer} */
const ignorer = {
	shouldIgnore(path) {
		const isOne = path.isFunctionDeclaration() && RUN_AS_TEXT.includes(path.node.id?.name ?? '');
		return isOne ? 'n8n runs its text' : undefined;
	},
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'run-as-text', ignorer)];
