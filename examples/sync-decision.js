/**
 * What has to be done so that two systems say the same: the service ("here") and another one ("there"). It reads and
 * writes nothing. A field has changed on a side if it differs from what both last agreed on, whatever its time. Changed
 * on one side, it goes to the other, also if it was emptied. Changed on both, the record that was edited later wins, or
 * the service if a time is missing. What is equal is agreed. A new link or a merge only fills gaps: it empties nothing.
 *
 * @param here, there whole lists of records: { id, name, time, values: { field: text, or several texts } }; there also
 *   `was` (IDs of records that were merged into it) and `partner` (ID of the record here)
 * @param rows what was noted: { id, customerId, otherId, who, state, agreed }
 * @param fields by name { same, required }: `same` makes one text of two spellings; a required field is never emptied
 * @param key the field by which new records are found; with `keyless`, one without it is created there too
 * @param way 'both', or only to 'here' or 'there'
 * @param isNew { here, there }: functions that say which new records are created on that side
 * @param names { here, there }: what the sides are called
 * @param brake a run that changes or unlinks more than this part of the pairs, and more than five, is a problem
 * @returns { problem, items }: with a problem, nothing may be written. An item is one step: create here, create there,
 *   change here, change there (`values`, what stands there `before`, the records `a` here and `b` there), note, forget
 */
function decide({ here, there, rows, fields, key, keyless, way, isNew, names, brake }) {
	const text = (value) => `${value ?? ''}`.normalize('NFC').trim();
	const textsOf = (value) => [value].flat().map(text);
	const plain = (field, value) => (fields[field].same ?? String)(text(value));
	const isSame = (field, one, two) => plain(field, one) === plain(field, two);
	/** Of several values the one that the other side has too, or had. */
	const pick = (field, value, ...wanted) => {
		const all = textsOf(value);
		const known = wanted.flatMap((one) => all.filter((two) => isSame(field, one, two)));
		return known[0] ?? all.find(Boolean) ?? '';
	};
	const keysOf = ({ values }) =>
		textsOf(values[key])
			.filter(Boolean)
			.map((one) => plain(key, one));
	const byKey = (records) => {
		const groups = new Map();
		for (const record of records) {
			for (const one of keysOf(record)) groups.set(one, [...(groups.get(one) ?? []), record]);
		}
		return (record) => [...new Set(keysOf(record).flatMap((one) => groups.get(one) ?? []))];
	};
	const [likeHere, likeThere] = [byKey(here), byKey(there)];
	const hereById = new Map(here.map((record) => [record.id, record]));
	const thereById = new Map(there.map((record) => [record.id, record]));
	const mergedInto = new Map(
		there.flatMap((record) => (record.was ?? []).map((id) => [id, record])),
	);

	const items = [];
	const affected = new Set();
	const used = new Set();
	const isFree = (record) => record !== undefined && !used.has(record);
	const isPair = (row) => Boolean(row.customerId && row.otherId);
	const EMPTY = { id: 0, customerId: '', otherId: '', who: '', state: '', agreed: '' };
	const note = (row, changes) => {
		used.add(row);
		const isNews = Object.keys(changes).some(
			(name) => name !== 'who' && row[name] !== changes[name],
		);
		if (isNews) items.push({ what: 'note', row: { ...EMPTY, ...row, ...changes } });
		return isNews;
	};
	/** The side to which a value goes; none if it comes from a side from which nothing comes. */
	const targetOf = (field, ours, theirs, base, isTheirsLater) => {
		const isOurs = way !== 'here' && !isSame(field, ours, base);
		const isTheirs = way !== 'there' && !isSame(field, theirs, base);
		return isOurs && !(isTheirs && isTheirsLater) ? 'there' : isTheirs ? 'here' : undefined;
	};
	const link = (row, a, b, isFresh) => {
		used.add(a).add(b);
		const known = JSON.parse(row.agreed || '{}');
		const agreed = { ...known };
		const values = { here: {}, there: {} };
		const before = { here: {}, there: {} };
		let state = 'in step';
		for (const [field, { required }] of Object.entries(fields)) {
			const ours = text(a.values[field]);
			const theirs = pick(field, b.values[field], ours, known[field]);
			if (isSame(field, ours, theirs)) {
				if (!isSame(field, known[field], ours)) agreed[field] = ours;
				continue;
			}
			const isGap = (isFresh || required) && (ours === '' || theirs === '');
			// Not an edit of anybody, also in the next run if this one is broken off.
			if (isGap && isFresh) delete agreed[field];
			const isTheirsLater = Date.parse(b.time) > Date.parse(a.time);
			const target = targetOf(field, ours, theirs, isGap ? '' : known[field], isTheirsLater);
			const value = target === 'there' ? ours : theirs;
			const like = target === 'there' ? likeThere : likeHere;
			const twin = target && field === key && like({ values: { [key]: value } })[0];
			if (twin) state = `waits: ${twin.name} has the same ${key}`;
			else if (target) {
				values[target][field] = value;
				before[target][field] = target === 'there' ? theirs : ours;
			}
		}
		const ids = { customerId: a.id, otherId: b.id, who: a.name };
		const changed = ['here', 'there'].filter((side) => Object.keys(values[side]).length > 0);
		// If something is to be written, its outcome is the state.
		note(row, { ...ids, agreed: JSON.stringify(agreed), ...(changed.length === 0 && { state }) });
		for (const side of changed) {
			const change = { what: `change ${side}`, values: values[side], before: before[side] };
			items.push({ ...change, row: { ...EMPTY, ...row, ...ids }, a, b });
		}
		if (isPair(row) && (isFresh || changed.length > 0)) affected.add(row);
	};

	for (const isMerge of [false, true]) {
		for (const row of rows.filter(isFree)) {
			const a = hereById.get(row.customerId);
			const b = (isMerge ? mergedInto : thereById).get(row.otherId);
			if (isFree(a) && isFree(b)) link(row, a, b, isMerge);
		}
	}
	const rowOf = new Map();
	for (const row of rows.filter(isFree)) {
		const [a, b] = [hereById.get(row.customerId), thereById.get(row.otherId)];
		const alone = b === undefined ? a : a === undefined ? b : undefined;
		if (isFree(alone) && !rowOf.has(alone)) rowOf.set(alone, row);
	}
	const partnerOf = new Map(there.filter(isFree).map((record) => [record.partner, record]));
	for (const a of here.filter(isFree)) {
		const partner = partnerOf.get(a.id);
		const [b, ...more] = partner ? [partner] : likeThere(a);
		const isSure = partner || (more.length === 0 && likeHere(a).length === 1);
		if (isSure && isFree(b)) link(rowOf.get(a) ?? rowOf.get(b) ?? {}, a, b, true);
	}
	/** A record that is linked with none. @returns what keeps it from having a partner */
	const problemOf = (record, side) => {
		const twins = [...likeHere(record), ...likeThere(record)].filter((one) => one !== record);
		const missing = Object.keys(fields).filter(
			(field) => fields[field].required && pick(field, record.values[field]) === '',
		);
		if (keysOf(record).length === 0 && !(keyless && side === 'here')) return `no ${key}`;
		if (twins.length > 0) return `${twins.map(({ name }) => name).join(', ')} has the same ${key}`;
		return missing.length > 0 && `no ${missing.join(', ')}`;
	};
	const single = (record, side, other, ids) => {
		const row = rowOf.get(record) ?? {};
		const become = (state) => note(row, { ...ids, who: record.name, state });
		const merged = side === 'here' && mergedInto.get(row.otherId);
		const problem = problemOf(record, side);
		if (isPair(row)) {
			const gone = merged ? `waits: merged into ${merged.name}` : `deleted in ${names[other]}`;
			if (become(gone)) affected.add(row);
		} else if (way !== side && isNew[other](record)) {
			if (problem) return void become(`waits: ${problem}`);
			used.add(row);
			const all = Object.keys(fields).map((field) => [field, pick(field, record.values[field])]);
			const values = Object.fromEntries(all.filter(([, value]) => value !== ''));
			const noted = { ...EMPTY, ...row, ...ids, who: record.name };
			items.push({
				what: `create ${other}`,
				row: noted,
				values,
				[side === 'here' ? 'a' : 'b']: record,
			});
		}
	};
	for (const a of here.filter(isFree)) single(a, 'here', 'there', { customerId: a.id });
	for (const b of there.filter(isFree)) single(b, 'there', 'here', { otherId: b.id });
	for (const row of rows.filter(isFree)) items.push({ what: 'forget', row });

	const pairs = rows.filter(isPair).length;
	const empty = here.length === 0 ? names.here : there.length === 0 ? names.there : undefined;
	const isMuch = affected.size > Math.max(5, pairs * brake);
	const much = isMuch && `This run would change or unlink ${affected.size} of ${pairs} pairs.`;
	return {
		problem: pairs > 0 && empty ? `The list of ${empty} is empty.` : much || undefined,
		items,
	};
}
