/**
 * The address of a server as requests need it: without the blanks around it, without the slashes and the path that
 * people paste along behind it, and with `https://` where it has no scheme.
 *
 * The credentials hand this function to n8n as text, in expressions, so that the node, the test of a credential and
 * OAuth2 read an address in the same way: it must use nothing but its arguments, and contain no two closing braces in
 * a row.
 *
 * @param entered what a person entered; anything but text counts as empty
 * @param pastedPaths patterns of paths that do not belong to the address, each beginning with a slash; one that stands
 * at the end is taken off
 * @returns the address, empty where nothing was entered; whether it is usable is another question
 */
export function serverAddress(entered: unknown, pastedPaths: readonly string[]): string {
	// Step by step: a pattern that looks for slashes at the end begins anew at each slash of a text.
	const withoutSlashes = (text: string) => {
		let end = text.length;
		while (text.charAt(end - 1) === '/') end -= 1;
		return text.slice(0, end);
	};
	const address = withoutSlashes(typeof entered === 'string' ? entered.trim() : '');
	const pasted = address.search(`(?:${pastedPaths.join('|')})$`);
	const server = withoutSlashes(pasted === -1 ? address : address.slice(0, pasted));
	// A colon before digits belongs to a port, as in "localhost:7070".
	const isComplete = server === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(server);
	return isComplete ? server : `https://${server}`;
}
