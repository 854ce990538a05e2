/**
 * What a switch is set to. An expression can yield "true" or 1 as well as true, and so can an AI agent.
 *
 * @returns undefined where it is neither true nor false
 */
export function toSwitch(value: unknown): boolean | undefined {
	const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (plain === true || plain === 'true' || plain === 1) return true;
	if (plain === false || plain === 'false' || plain === 0) return false;
	return undefined;
}
