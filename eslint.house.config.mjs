// Rules for what is not published: tests, sandbox and scripts (.mts, .mjs). They need Node's own modules,
// which n8n's rules for published code (eslint.config.mjs, kept as n8n's template) forbid. And one rule of our own for
// published code, which that template has no room for: expressions read values from strangers.
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import globals from 'globals';

export default tseslint.config(
	{ ignores: ['dist/**', 'node_modules/**', '.local/**'] },
	{
		files: ['**/*.{mts,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		// Switch-offs for rules that are not loaded here are none of our business; ours allows none.
		linterOptions: { noInlineConfig: true },
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
);
