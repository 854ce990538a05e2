// Rules for what is not published: tests, sandbox and scripts (.mts, .mjs). They need Node's own modules,
// which n8n's rules for published code (eslint.config.mjs, kept as n8n's template) forbid. And two things for published
// code that the template has no room for: all rules of n8n's own plugin, of which the template runs a part, and rules
// for regular expressions, since ours read values from strangers.
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const { nodes, credentials, community } = n8nNodesBase.configs;

/** Rules of that plugin that cannot hold for our source. */
const CANNOT_HOLD = {
	// Asks for the word by which n8n's own documentation knows a credential. For packages like this one,
	// `cred-class-field-documentation-url-not-http-url` asks for a web address.
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
};

/** Rules that misread our source. n8nRules.test.mts checks them, with all the others, on the finished descriptions. */
const MISREAD_SOURCE = {
	// Both want the text 'main', while n8n's newer rule `node-connection-type-literal` wants NodeConnectionTypes.Main.
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	// Misses the last sentence if it comes from a constant (credentials/connectionFields.ts).
	'n8n-nodes-base/node-param-description-missing-final-period': 'off',
};

export default tseslint.config(
	{ ignores: ['dist/**', 'node_modules/**', '.local/**'] },
	{
		// Names that do not exist are the compiler's business, in .mjs files too.
		files: ['**/*.{mts,mjs}'],
		extends: [tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			// To leave out a property: `const { gone, ...rest } = record`.
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		// Switch-offs for rules that are not loaded here are none of our business; ours allows none.
		linterOptions: { noInlineConfig: true },
		plugins: { regexp, 'n8n-nodes-base': n8nNodesBase },
		rules: {
			// Both sets for both: the fields of a credential are parameters too.
			...nodes.rules,
			...credentials.rules,
			...CANNOT_HOLD,
			...MISREAD_SOURCE,
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: community.rules,
	},
);
