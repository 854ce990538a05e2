/**
 * What has to be done so that two systems say the same: the service ("here") and another one ("there"). It reads and
 * writes nothing, and no clock decides. For each field it knows what each side showed when they last agreed. Changed on
 * one side, it goes to the other, also if it was emptied. Changed on both, `onConflict` says which side wins, and what
 * it replaced is kept. What is equal is agreed; what a record does not bring is left alone. A new partner, also after a
 * merge, has agreed to nothing: gaps are filled, and unless `onLink` says who wins, nothing is overwritten.
 *
 * @param here, there whole lists of records: { id, name, values: { field: text, several texts, or undefined if it is
 *   not read } }; there also `was` (IDs of records that were merged into it) and `partner` (ID of the record here)
 * @param rows what was noted: { id, customerId, otherId, who, state, agreed, replaced, since }; a person may write
 *   `link` as the state of two that wait for each other, or `apart`: then they are left alone
 * @param run the row of this run, with the time at which it began to read: of two runs the earlier one stops, unless it
 *   writes already. A run says that it writes, then looks whether another one said so meanwhile
 * @param fields by name { same, lacks }: `same` makes one text of two spellings; a field with `lacks` is a name, which
 *   is never emptied, and two with different names are not linked; `lacks` says what a text lacks to be one
 * @param key the field by which new records are found; `keyless` is the side whose records do without
 * @param way 'both', or only to 'here' or 'there'
 * @param onConflict, onLink who wins (onLink: if the two never agreed on the field): 'here', 'there', or 'wait': both
 *   stay as they are until somebody edits one
 * @param isNew { here, there }: functions that say which new records are created on that side
 * @param names { here, there }: what the sides are called
 * @param brake a run that changes or creates more than this part of the pairs, and more than five, is a problem, and
 *   one that misses more than this part, and more than one
 * @param maybeEmpty whether a list may be empty as long as there are no pairs
 * @param today the date, for what was replaced and for what waits
 * @returns { problem, items }: with a problem, nothing may be written. An item is one step: create here, create there,
 *   change here, change there (`values`, what stands there `before`, the records `a` here and `b` there), note, forget;
 *   `news` is what a person has to be told
 */
function decide(given) {
	const { here, there, fields, key, way, names, today } = given;
	const SIDES = ['here', 'there'];
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
	const keysOf = ({ values }) => textsOf(values[key]).flatMap((it) => (it ? plain(key, it) : []));
	const groups = new Map();
	for (const record of [...here, ...there])
		for (const one of keysOf(record)) groups.set(one, [...(groups.get(one) ?? []), record]);
	/** Who else has one of its keys, on either side. */
	const othersWith = (record, ...known) => {
		const all = new Set(keysOf(record).flatMap((one) => groups.get(one) ?? []));
		return [...all].filter((one) => one !== record && !known.includes(one));
	};
	const [hereById, thereById] = [here, there].map((all) => new Map(all.map((it) => [it.id, it])));
	const mergedInto = new Map(there.flatMap((one) => (one.was ?? []).map((id) => [id, one])));

	const nameFields = Object.keys(fields).filter((field) => fields[field].lacks);
	/** The words of a name, without titles, capitals and accents, and with a for ä or ae. */
	const wordsOf = ({ values }) => {
		const name = nameFields.map((it) => pick(it, values[it])).join(' ');
		const bare = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
		const IGNORED = /\b(dr|prof|dipl|ing|med|herrn?|frau)\b|(?<=[aou])e/g;
		return bare.replace(IGNORED, '').match(/[\p{L}\p{N}&+]+/gu) ?? [];
	};
	/** The same words, or one more for one of them, such as a second first name; or no name at all. */
	const isNamesake = (a, b) => {
		if (nameFields.some((it) => [a.values[it], b.values[it]].includes(undefined))) return false;
		const [few, many] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length);
		const isMore = many.length > few.length + (few.length > 1 ? 1 : 0);
		return few.length === 0 || (!isMore && few.every((word) => many.includes(word)));
	};

	const isRun = ({ state }) => /^run: /.test(state);
	const [runs, rows] = [true, false].map((is) => given.rows.filter((row) => isRun(row) === is));
	const items = [];
	const used = new Set();
	let [affected, gone] = [0, 0];
	const isFree = (record) => record !== undefined && !used.has(record);
	/** Two that wait for each other are none, and two that a person wants apart. */
	const isPair = (row) => row.customerId && row.otherId && !/^apart$|another name$/.test(row.state);
	/** @param news what is told; of who waits once, in the third night. @returns whether anything in the row changes */
	const note = (row, changes, news = []) => {
		used.add(row);
		const next = { ...row, ...changes };
		const nights = (Date.parse(today) - Date.parse(row.since)) / 86_400_000;
		if (next.state !== row.state) next.since = today;
		else if (/^(waits|differs)/.test(next.state) && nights > 1) {
			news.push(`${next.state} (since ${row.since})`);
			next.since = `told (${row.since})`;
		}
		const isNews = Object.keys(next).some((name) => (next[name] ?? '') !== (row[name] ?? ''));
		return isNews && items.push({ what: 'note', row: next, news });
	};
	/** By field one text, or two if the sides show it differently; nothing, if it cannot be read. */
	const agreedOf = (row) => {
		try {
			return Object(JSON.parse(row.agreed || '{}'));
		} catch {
			return {};
		}
	};
	const link = (row, a, b) => {
		used.add(a).add(b);
		const isSamePair = row.customerId === a.id && row.otherId === b.id;
		const agreed = isSamePair ? agreedOf(row) : {};
		const [waits, differs, replaced] = [[], [], []];
		const steps = SIDES.map((side) => ({ what: `change ${side}`, values: {}, before: {}, a, b }));
		for (const [field, { lacks }] of Object.entries(fields)) {
			if ([a, b].some(({ values }) => values[field] === undefined)) continue;
			const [knownHere, knownThere = knownHere] = [agreed[field]].flat();
			const was = { here: knownHere, there: knownThere };
			const ours = text(a.values[field]);
			const is = { here: ours, there: pick(field, b.values[field], ours, was.there) };
			const isEdited = (side) => !isSame(field, is[side], was[side]);
			const isEqual = isSame(field, is.here, is.there);
			if (isEqual && SIDES.some(isEdited)) agreed[field] = ours;
			if (isEqual) continue;
			const isDiffering = was.here && was.there && !isSame(field, was.here, was.there);
			const isGap = (side) => is[side] === '' && Boolean(lacks || isDiffering);
			const goes = (side) => !isGap(side) && (isEdited(side) || isGap(OTHER[side]));
			const sides = SIDES.filter((side) => way !== side && goes(side));
			const from = sides.length < 2 ? sides[0] : given[field in agreed ? 'onConflict' : 'onLink'];
			const [target, value] = [OTHER[from], is[from]];
			const twin = target && field === key && othersWith({ values: { [key]: value } }, a, b)[0];
			const lack = sides.map((side) => lacks?.(is[side])).find(Boolean);
			if (!target && !lack) agreed[field] = [is.here, is.there];
			if (lack) waits.push(`no ${lack}`);
			else if (twin) waits.push(`${twin.name} has the same ${key}`);
			else if (!target) differs.push(field);
			else {
				const { values, before } = steps[SIDES.indexOf(target)];
				[values[field], before[field]] = [value, is[target]];
				const entry = `${field}: ${is[target] || '(empty)'} (${names[target]}, `;
				const isLost = value === '' || !isSame(field, is[target], was[from]);
				if (isLost && !row.replaced?.includes(entry)) replaced.push(`${entry}${today})`);
			}
		}
		const inStep = differs.length > 0 ? `differs: ${differs.join(', ')}` : 'in step';
		const state = waits.length > 0 ? `waits: ${waits.join(', ')}` : inStep;
		const lost = [...replaced, row.replaced].filter(Boolean).join('\n').slice(0, 2000);
		const ids = { customerId: a.id, otherId: b.id, who: a.name };
		const noted = { ...ids, agreed: JSON.stringify(agreed), replaced: lost };
		const changes = steps.filter(({ values }) => Object.keys(values).length > 0);
		const news = replaced.map((entry) => `replaced ${entry}`);
		// If something is to be written, its outcome is the state, or what is worse.
		note(row, { ...noted, state: changes.length > 0 ? (row.state ?? '') : state }, news);
		for (const step of changes)
			items.push({ ...step, row: { ...row, ...noted, state }, isSecond: step !== changes[0] });
		if (isPair(row) && (!isSamePair || changes.length > 0)) affected++;
	};

	const bothOf = ({ customerId, otherId }) => [hereById.get(customerId), thereById.get(otherId)];
	for (const row of rows.filter(({ state }) => state === 'apart'))
		if (bothOf(row).every(Boolean)) [row, ...bothOf(row)].forEach((one) => used.add(one));
	for (const byId of [thereById, mergedInto])
		for (const row of rows.filter(isPair)) {
			const [a, b] = [hereById.get(row.customerId), byId.get(row.otherId)];
			const isSure = () => byId === thereById || row.state === 'link' || isNamesake(a, b);
			if ([row, a, b].every(isFree) && isSure()) link(row, a, b);
		}
	const loose = rows.filter((row) => isFree(row) && !(isPair(row) && bothOf(row).every(Boolean)));
	const rowOf = new Map(loose.flatMap((row) => bothOf(row).map((one) => [one, row])));
	const partnerOf = new Map(there.filter(isFree).map((record) => [record.partner, record]));
	for (const a of here.filter(isFree)) {
		const b = partnerOf.get(a.id) ?? othersWith(a).find((one) => thereById.get(one.id) === one);
		if (!isFree(b)) continue;
		const isOnly = [a, b].every((one) => othersWith(one, a, b).length === 0);
		const known = [a, b].map((one) => rowOf.get(one)).filter(isFree);
		if (b.partner === a.id || (isOnly && isNamesake(a, b))) link(known[0] ?? {}, a, b);
		else if (isOnly && !known.some(isPair)) {
			used.add(a).add(b);
			const state = `waits: ${b.name} has the same ${key}, but another name`;
			note(known[0] ?? {}, { customerId: a.id, otherId: b.id, who: a.name, state });
		}
	}
	for (const side of SIDES)
		for (const record of given[side].filter(isFree)) {
			const row = [rowOf.get(record)].find(isFree) ?? {};
			const into = mergedInto.get(row.otherId);
			const gap = into ? `waits: merged into ${into.name}` : `deleted in ${names[OTHER[side]]}`;
			if (isPair(row) && note(row, { state: gap })) gone++;
			if (isPair(row) || way === side || !given.isNew[OTHER[side]](record)) continue;
			const [one, id] = side === 'here' ? ['a', 'customerId'] : ['b', 'otherId'];
			const ids = { customerId: '', otherId: '', [id]: record.id, who: record.name };
			const twins = othersWith(record).map(({ name }) => name);
			const lacks = nameFields.map((it) => fields[it].lacks(pick(it, record.values[it])));
			const problem = [
				given.keyless !== side && keysOf(record).length === 0 && `no ${key}`,
				twins.length > 0 && `${twins.slice(0, 3).join(', ')} has the same ${key}`,
				...lacks.map((lack) => lack && `no ${lack}`),
			].find(Boolean);
			const noted = { ...row, ...ids, state: 'in step' };
			const all = Object.keys(fields).map((field) => [field, pick(field, record.values[field])]);
			const values = Object.fromEntries(all.filter(([, value]) => value !== ''));
			used.add(row);
			if (problem) note(row, { ...ids, state: `waits: ${problem}` });
			else items.push({ what: `create ${OTHER[side]}`, row: noted, values, [one]: record });
		}
	// Gone on both sides: perhaps both lists are wrong. Forgotten a run later.
	for (const row of rows.filter(isFree)) {
		const isGone = isPair(row) && !bothOf(row).some(Boolean);
		if (isGone && note(row, { state: 'deleted on both sides' })) gone++;
		else items.push({ what: 'forget', row });
	}

	const pairs = rows.filter(isPair);
	const agreements = given.brake < 1 ? pairs.map(agreedOf) : [];
	/** Read in no record of a side, or blank in all though more than two pairs agreed on one. */
	const unread = Object.keys(fields).filter((field) => {
		const isKnown = agreements.filter((one) => [one[field]].flat().every(Boolean)).length > 2;
		const isRead = ({ values: it }) => (isKnown ? pick(field, it[field]) : it[field] !== undefined);
		return [here, there].some((all) => all.length > 0 && !all.some(isRead));
	});
	const empty = SIDES.find((side) => given[side].length === 0);
	const created = items.filter(({ what }) => what.startsWith('create')).length;
	const most = (few) => (given.brake < 1 ? Math.max(few, pairs.length * given.brake) : Infinity);
	const hourAgo = new Date(Date.parse(given.run.since) - 3_600_000).toISOString();
	const others = runs.filter(({ id, since }) => id !== given.run.id && since > hourAgo);
	const other = others.find((one) => one.state === 'run: writes' || one.since >= given.run.since);
	const busy = `Another run has begun or is writing (${other?.who}, ${other?.since}). If it was broken off, delete its row in the table of pairs, or wait an hour.`;
	const missing = `Nobody has ${unread.join(', ')} on one side: was it renamed, or is it not read? If it is used no more, take it out of FIELDS.`;
	const much = `This run would change or unlink ${affected} of ${pairs.length} pairs, misses ${gone}, and would create ${created}. Are both credentials the right ones, and both lists whole? CHECK_ONLY = true shows what would be written. If it is right, set BRAKE to 1 for one run.`;
	const problem = [
		other && busy,
		empty && !(given.maybeEmpty && pairs.length === 0) && `The list of ${names[empty]} is empty.`,
		unread.length > 0 && missing,
		(gone > most(1) || affected + (pairs.length > 0 ? created : 0) > most(5)) && much,
	].find(Boolean);
	const run = (state) => ({ what: 'note', row: { ...given.run, state: `run: ${state}` } });
	const begin = ['writes', 'checks', 'writes'].map(run);
	const old = runs.filter(({ since }) => since <= hourAgo).map((row) => ({ what: 'forget', row }));
	return { problem, items: items.length > 0 ? [...begin, ...items, run('ended'), ...old] : old };
}
