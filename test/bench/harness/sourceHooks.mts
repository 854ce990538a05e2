// Lets Node.js load the nodes' sources as vitest does: without file endings, and with one copy of n8n-workflow.
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const workflow = pathToFileURL(require.resolve('n8n-workflow')).href;

registerHooks({
	resolve(specifier, context, next) {
		if (specifier === 'n8n-workflow') return { url: workflow, shortCircuit: true };
		if (specifier.startsWith('.') && context.parentURL?.endsWith('.ts')) {
			const files = [`${specifier}.ts`, `${specifier}/index.ts`];
			const urls = files.map((file) => new URL(file, context.parentURL));
			const found = urls.find((url) => existsSync(fileURLToPath(url)));
			if (found !== undefined) return { url: found.href, shortCircuit: true };
		}
		return next(specifier, context);
	},
});
