// Runs n8n's own scanner for community packages on the sources and on the files that would be published.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { isBuilt } from './built.mjs';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'energy-projects-scan-'));
let failed = 0;
try {
	if (!isBuilt(root)) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'ignore' });
	const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ filename, entryCount, size }] = JSON.parse(packed);
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
	console.log(`${filename}: ${entryCount} files, ${Math.round(size / 1024)} kB`);
	await scan('sources', root, SOURCE_FILE_PATTERNS);
	await scan('tarball', join(folder, 'package'), ['**/*.js', 'package.json']);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

/** @param {string} name @param {string} directory @param {string[]} patterns */
async function scan(name, directory, patterns) {
	const { passed, message, details } = await analyzePackage(directory, patterns);
	console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}${passed ? '' : `: ${message}\n${details}`}`);
	if (!passed) failed++;
}
