// Rules for what is not published: tests, sandbox and scripts (.mts, .mjs). They need Node's own modules,
// which n8n's rules for published code (eslint.config.mjs, kept as n8n's template) forbid.
import js from '@eslint/js';
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
);
