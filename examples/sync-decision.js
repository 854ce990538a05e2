/**
 * What has to be done so that two systems say the same: the service ("here") and another one ("there"). It reads and
 * writes nothing, and no clock decides. For each field it knows what each side showed when they last agreed. Changed on
 * one side, it goes to the other, also if it was emptied. Changed on both, `onConflict` says which side wins, and what
 * it replaced is kept. What is equal is agreed; what a record does not bring is left alone. A new link or a merge only
 * fills gaps: it empties nothing, and unless `onLink` says who wins, it overwrites nothing.
 *
 * @param here, there whole lists of records: { id, name, values: { field: text, several texts, or undefined if it is
 *   not read } }; there also `was` (IDs of records that were merged into it) and `partner` (ID of the record here)
 * @param rows what was noted: { id, customerId, otherId, who, state, agreed, replaced, since }; a person may write
 *   `link` as the state of two that wait for each other, or `apart`: then they are left alone
 * @param run the row that says since when this run reads: of two runs the earlier one stops, unless it writes already
 * @param fields by name { same, lacks }: `same` makes one text of two spellings; a field with `lacks` is a name, which
 *   is never emptied, and two who have another name are not linked; `lacks` says what a text lacks to be one
 * @param key the field by which new records are found; with `keyless`, one without it is created there too
 * @param way 'both', or only to 'here' or 'there'
 * @param onConflict, onLink who wins (onLink: if the two never agreed on the field): 'here', 'there', or 'wait': both
 *   stay as they are until somebody edits one
 * @param isNew { here, there }: functions that say which new records are created on that side
 * @param names { here, there }: what the sides are called
 * @param brake a run that changes or creates more than this part of the pairs, and more than five, is a problem, and
 *   one that misses more than this part, and more than one
 * @param maybeEmpty whether a list may be empty as long as there are no pairs
 * @param today the day that stands at what was replaced, and since when a row has its state
 * @returns { problem, items }: with a problem, nothing may be written. An item is one step: create here, create there,
 *   change here, change there (`values`, what stands there `before`, the records `a` here and `b` there), note, forget;
 *   `news` is what a person has to be told
 */
function decide(given) {
	const { here, there, fields, key, way, isNew, names, today } = given;
	const OTHER = { here: 'there', there: 'here' };
	const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g;
	const text = (value) => `${value ?? ''}`.normalize('NFC').replace(INVISIBLE, '').trim();
	const textsOf = (value) => [value].flat().map(text);
	const plain = (field, value) => (fields[field].same ?? String)(text(value));
	const isSame = (field, one, two) => plain(field, one) === plain(field, two);
	/** Of several values the one that the other side has too, or had. */
	const pick = (field, value, ...wanted) => {
		const all = textsOf(value);
		const known = wanted.flatMap((one) => all.filter((two) => isSame(field, one, two)));
		return known[0] ?? all.find(Boolean) ?? '';
	};
	/** Nothing in it is empty, but more than two records lack something: what is empty is left out. */
	const leavesOut = (records) => {
		const all = records.map(({ values }) => Object.keys(fields).map((field) => values[field]));
		const isEmpty = (one) => one !== undefined && !textsOf(one).some(Boolean);
		return !all.flat().some(isEmpty) && all.filter((one) => one.includes(undefined)).length > 2;
	};
	const isLeftOut = { here: leavesOut(here), there: leavesOut(there) };
	const keysOf = ({ values }) => textsOf(values[key]).flatMap((it) => (it ? plain(key, it) : []));
	const byKey = (records) => {
		const groups = new Map();
		for (const record of records)
			for (const one of keysOf(record)) groups.set(one, [...(groups.get(one) ?? []), record]);
		return (record) => [...new Set(keysOf(record).flatMap((one) => groups.get(one) ?? []))];
	};
	const [likeHere, likeThere] = [byKey(here), byKey(there)];
	const hereById = new Map(here.map((record) => [record.id, record]));
	const thereById = new Map(there.map((record) => [record.id, record]));
	const mergedInto = new Map(there.flatMap((one) => (one.was ?? []).map((id) => [id, one])));

	/** The words of a name, without titles, capitals and accents, and with a for ä or ae. */
	const wordsOf = (name) => {
		const marked = name.toLowerCase().replaceAll('ß', 'ss').normalize('NFD');
		const bare = marked.replace(/\p{M}/gu, '').replace(/([aou])e/g, '$1');
		const TITLES = /\b(dr|prof|dipl|ing|med|herrn?|frau)\b/g;
		return bare.replace(TITLES, '').match(/[\p{L}\p{N}&+]+/gu) ?? [];
	};
	const nameFields = Object.keys(fields).filter((field) => fields[field].lacks);
	const nameOf = ({ values }) => wordsOf(nameFields.map((it) => pick(it, values[it])).join(' '));
	/** The same words, or one more for one of them, such as a second first name; or no name at all. */
	const isNamesake = (a, b) => {
		const isUnread = ({ values }) => nameFields.some((it) => values[it] === undefined);
		if (isUnread(a) || isUnread(b)) return false;
		const [few, many] = [nameOf(a), nameOf(b)].sort((x, y) => x.length - y.length);
		const isMore = many.length > few.length + (few.length > 1 ? 1 : 0);
		return few.length === 0 || (!isMore && few.every((word) => many.includes(word)));
	};

	const isRun = ({ state }) => /^run: /.test(state);
	const [rows, runs] = [given.rows.filter((row) => !isRun(row)), given.rows.filter(isRun)];
	const hourAgo = new Date(Date.parse(given.run.since) - 3_600_000).toISOString();
	const others = runs.filter(({ id, since }) => id !== given.run.id && since > hourAgo);
	const isAhead = ({ state, since }) => state === 'run: writes' || since >= given.run.since;
	const other = others.find(isAhead);
	const items = [];
	const [affected, gone, used] = [new Set(), new Set(), new Set()];
	const isFree = (record) => record !== undefined && !used.has(record);
	/** Two that wait for each other are none, and two that a person wants apart. */
	const isPair = ({ customerId, otherId, state }) =>
		Boolean(customerId && otherId) && !/^apart$|, but another name$/.test(state);
	const EMPTY = { customerId: '', otherId: '', who: '', state: '', agreed: '', replaced: '' };
	/** @param news what is told; of who waits once, in the third night */
	const note = (row, changes, news = []) => {
		used.add(row);
		const next = { ...EMPTY, ...row, ...changes };
		const isWaiting = /^(waits|differs)/.test(next.state);
		const isLong = Date.parse(today) - Date.parse(row.since) > 129_600_000;
		if (next.state !== row.state || (isWaiting && !row.since)) next.since = today;
		else if (isWaiting && isLong) {
			news.push(`${next.state} (since ${row.since})`);
			next.since = `told (${row.since})`;
		}
		const isOther = (name) => name !== 'who' && (next[name] ?? '') !== (row[name] ?? '');
		const isNews = Object.keys(next).some(isOther);
		if (isNews) items.push({ what: 'note', row: next, news });
		return isNews;
	};
	/** By field one text, or two if the sides show it differently. */
	const agreedOf = (row) => {
		try {
			return Object(JSON.parse(row.agreed || '{}'));
		} catch {
			return undefined;
		}
	};
	/** @param how 'again', 'merged' (there), or 'new': a new partner has agreed to nothing */
	const link = (row, a, b, how) => {
		used.add(a).add(b);
		const known = how === 'new' ? {} : agreedOf(row);
		if (!known) return void note(row, { state: 'waits: agreed cannot be read, empty it' });
		const agreed = { ...known };
		const [values, before] = [0, 1].map(() => ({ here: {}, there: {} }));
		const [waits, differs, lostNow] = [[], [], []];
		for (const [field, { lacks }] of Object.entries(fields)) {
			if (a.values[field] === undefined && !isLeftOut.here) continue;
			if (b.values[field] === undefined && !isLeftOut.there) continue;
			const [knownHere, knownThere = knownHere] = [known[field]].flat();
			const ours = text(a.values[field]);
			const theirs = pick(field, b.values[field], ours, knownThere);
			const isOurs = !isSame(field, ours, knownHere);
			const isTheirs = !isSame(field, theirs, knownThere);
			const isEqual = isSame(field, ours, theirs);
			if (isEqual && (isOurs || isTheirs)) agreed[field] = ours;
			if (isEqual) continue;
			// Not an edit of anybody, also in the next run if this one is broken off.
			const isDiffering = knownHere && knownThere && !isSame(field, knownHere, knownThere);
			const isGap = (one) => one === '' && Boolean(lacks || isDiffering || how !== 'again');
			if (how !== 'again' && (isGap(ours) || isGap(theirs))) delete agreed[field];
			const goesThere = way !== 'here' && !isGap(ours) && (isOurs || isGap(theirs));
			const goesHere = way !== 'there' && !isGap(theirs) && (isTheirs || isGap(ours));
			const isBoth = goesThere && goesHere;
			const winner = field in known ? given.onConflict : given.onLink;
			const target = isBoth ? OTHER[winner] : goesThere ? 'there' : goesHere ? 'here' : undefined;
			const isThere = target === 'there';
			const [value, lost, like] = isThere ? [ours, theirs, likeThere] : [theirs, ours, likeHere];
			const twin = target && field === key && like({ values: { [key]: value } })[0];
			const lack = (goesThere && lacks?.(ours)) || (goesHere && lacks?.(theirs));
			if (isBoth && !target && !lack) agreed[field] = [ours, theirs];
			if (lack) waits.push(`no ${lack}`);
			else if (twin) waits.push(`${twin.name} has the same ${key}`);
			else if (!target) differs.push(field);
			else {
				values[target][field] = value;
				before[target][field] = lost;
				const entry = `${field}: ${lost || '(empty)'} (${names[target]}, `;
				const isUnseen = !isSame(field, lost, isThere ? knownHere : knownThere);
				const isLost = value === '' || isUnseen || (how === 'merged' && lost);
				if (isLost && !row.replaced?.includes(entry)) lostNow.push(`${entry}${today})`);
			}
		}
		const inStep = differs.length > 0 ? `differs: ${differs.join(', ')}` : 'in step';
		const state = waits.length > 0 ? `waits: ${waits.join(', ')}` : inStep;
		const replaced = [...lostNow, row.replaced].filter(Boolean).join('\n').slice(0, 2000);
		const ids = { customerId: a.id, otherId: b.id, who: a.name };
		const noted = { ...ids, agreed: JSON.stringify(agreed), replaced };
		const changed = ['here', 'there'].filter((side) => Object.keys(values[side]).length > 0);
		// If something is to be written, its outcome is the state, or what is worse.
		const news = lostNow.map((entry) => `replaced ${entry}`);
		note(row, { ...noted, ...(changed.length === 0 && { state }) }, news);
		for (const side of changed) {
			const change = { what: `change ${side}`, values: values[side], before: before[side], a, b };
			const after = { ...EMPTY, ...row, ...noted, state };
			items.push({ ...change, row: after, isSecond: side !== changed[0] });
		}
		if (isPair(row) && (how !== 'again' || changed.length > 0)) affected.add(row);
	};

	for (const row of rows.filter(({ state }) => state === 'apart')) {
		const [a, b] = [hereById.get(row.customerId), thereById.get(row.otherId)];
		if ((a || !row.customerId) && (b || !row.otherId)) used.add(row).add(a).add(b);
	}
	const linkAll = (how, otherOf, isSure) => {
		for (const row of rows.filter(isPair)) {
			const [a, b] = [hereById.get(row.customerId), otherOf.get(row.otherId)];
			if ([row, a, b].every(isFree) && isSure(row, a, b)) link(row, a, b, how);
		}
	};
	linkAll('again', thereById, () => true);
	// A merged record goes to the customer whose key it shows first, or to one of its name.
	linkAll('merged', mergedInto, (row, a, b) => keysOf(b)[0] === keysOf(a)[0]);
	linkAll('merged', mergedInto, (row, a, b) => row.state === 'link' || isNamesake(a, b));
	const rowOf = new Map();
	for (const row of rows.filter(isFree)) {
		const both = [hereById.get(row.customerId), thereById.get(row.otherId)].filter(Boolean);
		if (both.length === 2 && isPair(row)) continue;
		for (const one of both) if (isFree(one) && !rowOf.has(one)) rowOf.set(one, row);
	}
	const isWanted = (record, side) => way !== side && isNew[OTHER[side]](record);
	const partnerOf = new Map(there.filter(isFree).map((record) => [record.partner, record]));
	for (const a of here.filter(isFree)) {
		const partner = partnerOf.get(a.id);
		const [b, ...more] = partner ? [partner] : likeThere(a);
		if (!isFree(b)) continue;
		const known = [rowOf.get(a), rowOf.get(b)].filter(Boolean);
		const isOnly = more.length === 0 && likeHere(a).length === 1 && likeHere(b).length === 1;
		if (partner || (isOnly && isNamesake(a, b))) link(known[0] ?? {}, a, b, 'new');
		else if (isOnly && !known.some(isPair) && (isWanted(a, 'here') || isWanted(b, 'there'))) {
			used.add(a).add(b);
			const state = `waits: ${b.name} has the same ${key}, but another name`;
			note(known[0] ?? {}, { customerId: a.id, otherId: b.id, who: a.name, state });
		}
	}
	/** A record that is linked with none. @returns what keeps it from having a partner */
	const problemOf = (record, side) => {
		const twins = [...likeHere(record), ...likeThere(record)].filter((one) => one !== record);
		if (keysOf(record).length === 0 && !(given.keyless && side === 'here')) return `no ${key}`;
		const three = twins.slice(0, 3).map(({ name }) => name);
		const more = twins.length > 3 ? ` and ${twins.length - 3} more` : '';
		if (twins.length > 0) return `${three.join(', ')}${more} has the same ${key}`;
		const lack = nameFields.find((one) => fields[one].lacks(pick(one, record.values[one])));
		return lack && `no ${fields[lack].lacks(pick(lack, record.values[lack]))}`;
	};
	const single = (record, side) => {
		const row = rowOf.get(record) ?? {};
		const into = side === 'here' && mergedInto.get(row.otherId);
		const gap = into ? `waits: merged into ${into.name}` : `deleted in ${names[OTHER[side]]}`;
		if (isPair(row)) return void (note(row, { state: gap }) && gone.add(row));
		if (!isWanted(record, side)) return;
		const [one, id] = side === 'here' ? ['a', 'customerId'] : ['b', 'otherId'];
		const ids = { customerId: '', otherId: '', [id]: record.id, who: record.name };
		const problem = problemOf(record, side);
		if (problem) return void note(row, { ...ids, state: `waits: ${problem}` });
		used.add(row);
		const all = Object.keys(fields).map((field) => [field, pick(field, record.values[field])]);
		const values = Object.fromEntries(all.filter(([, value]) => value !== ''));
		const noted = { ...EMPTY, ...row, ...ids, state: 'in step' };
		items.push({ what: `create ${OTHER[side]}`, row: noted, values, [one]: record });
	};
	for (const a of here.filter(isFree)) single(a, 'here');
	for (const b of there.filter(isFree)) single(b, 'there');
	// Gone on both sides: perhaps both lists are wrong. Forgotten a run later.
	for (const row of rows.filter(isFree)) {
		const isGone = isPair(row) && !hereById.has(row.customerId) && !thereById.has(row.otherId);
		if (isGone && note(row, { state: 'deleted on both sides' })) gone.add(row);
		else items.push({ what: 'forget', row });
	}

	const pairs = rows.filter(isPair);
	const agreements = given.brake < 1 ? pairs.map(agreedOf) : [];
	/** Read in no record of a side, or blank in all though more than two pairs agreed on one. */
	const unread = Object.keys(fields).filter((field) => {
		const isKnown = agreements.filter((one) => [one?.[field]].flat().every(Boolean)).length > 2;
		const isRead = ({ values: it }) => (isKnown ? pick(field, it[field]) : it[field] !== undefined);
		return [here, there].some((all) => all.length > 0 && !all.some(isRead));
	});
	const empty = here.length === 0 ? names.here : there.length === 0 ? names.there : undefined;
	const most = (few) => (given.brake < 1 ? Math.max(few, pairs.length * given.brake) : Infinity);
	const created = items.filter(({ what }) => what.startsWith('create')).length;
	const much = `This run would change or unlink ${affected.size} of ${pairs.length} pairs, misses ${gone.size}, and would create ${created}. Are both credentials the right ones, and both lists whole? CHECK_ONLY = true shows what would be written. If it is right, set BRAKE to 1 for one run.`;
	const missing = `Nobody has ${unread.join(', ')} on one side: was it renamed, or is it not read? If it is used no more, take it out of FIELDS.`;
	const busy = `Another run has begun or is writing (${other?.who}, ${other?.since}). If it was broken off, delete its row in the table of pairs, or wait an hour.`;
	const problem =
		(other && busy) ||
		(empty && !(given.maybeEmpty && pairs.length === 0) && `The list of ${empty} is empty.`) ||
		(gone.size > most(1) && much) ||
		(unread.length > 0 && missing) ||
		(affected.size + (pairs.length > 0 ? created : 0) > most(5) && much);
	const run = (state) => ({ what: 'note', row: { ...EMPTY, ...given.run, state } });
	const steps = items.length > 0 ? [run('run: writes'), ...items, run('run: ended')] : [];
	const old = runs.filter(({ since }) => since <= hourAgo).map((row) => ({ what: 'forget', row }));
	return { problem: problem || undefined, items: [...steps, ...old] };
}
