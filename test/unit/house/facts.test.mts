import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Each fact of a record has one reader, and nothing else reads it. Two readers with different rules caused most faults.

const house = fileURLToPath(new URL('../../../nodes/EnergyProjects/', import.meta.url));
const sources = globSync('**/*.ts', { cwd: house }).map((file) => {
	const text = readFileSync(join(house, file), 'utf8');
	const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
	return { file: file.replace(/\\/g, '/').replace(/\.ts$/, ''), code };
});
const placesOf = (pattern: RegExp) =>
	sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file);

/** How a fact would be read past its reader, and the only files that may. */
const facts: Array<[fact: string, readers: string, pattern: RegExp, files: string[]]> = [
	[
		'a time, of the service or of a person',
		'values/dates: instantIn, toInstant',
		/Date\.parse|tryToParseDateTime/,
		// Those of HTTP and of a signature are no times of a record.
		['http/answer', 'values/dates', 'webhook/signature'],
	],
	[
		'when a record was created and last changed',
		'values/dates: createdAtOf, changedAtOf',
		/\.(?:created|updated)At\b/,
		// What these hand on, they do not read.
		['events/eventItem', 'events/recordItem', 'writing/notChangedSince'],
	],
	[
		'whether one time is later than another',
		'values/dates: isLater',
		/(?:changedAtOf|createdAtOf|instantIn|toInstant)\([^()]*\)[^;\n]* [<>]=? /,
		[],
	],
	[
		'its ID',
		'service/ids: recordIdIn, recordKeyOf',
		/\b(?:record|json|customer|project|account|after|before|listed|found)\??\.id\b/,
		[],
	],
	['its company', 'service/ids: companyKeyOf', /\.companyId\b/, ['service/ids']],
	['whether it is this record', 'service/ids: isSameId', /comparableId\(.*===/, ['service/ids']],
	[
		'whether it is gone',
		'http/verdicts, as http/errors: isGone',
		/\b(?:404|410)\b/,
		['http/aboutPath', 'http/apiKeyCheck', 'http/send', 'http/verdicts'],
	],
	[
		'whether something is nothing',
		'values/objects: isMissing, isNothing, isBlank, isEmpty',
		/(?:const|function) is\w*(?:Empty|Blank|Missing|Nothing|Filled)\b/,
		['values/objects'],
	],
];

it.each(facts)('%s is read by %s alone', (_, __, pattern, files) => {
	expect(placesOf(pattern).filter((file) => !files.includes(file))).toEqual([]);
});
