import type { Difference } from './answers/difference.mts';
import { onOneLine } from './answers/masks.mts';
import { DESCRIPTION_FILE, parts } from './facts/parts.mts';
import type { Part } from './facts/parts.mts';
import { inWords } from './facts/places.mts';
import type { Findings } from './findings.mts';

const HEADINGS = {
	assumed: 'What this package assumes, because the documentation leaves it open',
	documented: 'What the documentation says',
} as const;
const INDENT = ' '.repeat(14);

/**
 * The findings for people: a line for each part, and below a part that differs what came and what to change.
 *
 * @param left what the check could not delete
 */
export function reportOn(findings: Findings, left: readonly string[]): string {
	const sections = (['assumed', 'documented'] as const).flatMap((basis) => [
		HEADINGS[basis],
		...parts.filter((part) => part.basis === basis).flatMap((part) => linesOf(findings, part)),
		'',
	]);
	return [...sections, ...left.map(onOneLine), countsIn(findings), ''].join('\n');
}

function countsIn(findings: Findings): string {
	const unanswered = findings.countUnanswered();
	const words = unanswered === 0 ? '' : `, ${unanswered} of them without a usable answer`;
	return `${findings.count('as assumed')} as assumed, ${findings.count('differs')} differ, ${findings.count('not seen')} not seen${words}.`;
}

function linesOf(findings: Findings, part: Part): string[] {
	const state = findings.stateOf(part);
	const line = `  ${state.padEnd(12)}${part.words}${findings.noteOf(part)}`;
	if (state === 'as assumed') return [line];
	if (state === 'not seen') return [line, `${INDENT}${onOneLine(findings.reasonOf(part))}`];
	const { shown, more } = findings.differencesOf(part);
	return [
		line,
		...shown.flatMap((difference) => differenceLines(difference, part)),
		...(more > 0 ? [`${INDENT}… and ${more} more`] : []),
	];
}

function differenceLines({ sentence, places }: Difference, { line }: Part): string[] {
	const where = [...places, { file: DESCRIPTION_FILE, line }].map(inWords).join(', ');
	return [`${INDENT}${onOneLine(sentence)}`, `${INDENT}  change: ${where}`];
}
