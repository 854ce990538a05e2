import type { IDataObject } from 'n8n-workflow';
import { recordItem } from '../../../../nodes/EnergyProjects/events/recordItem.ts';
import { comparePoll } from '../../../../nodes/EnergyProjects/polling/comparePoll.ts';
import type {
	PollConditions,
	WantedEvents,
} from '../../../../nodes/EnergyProjects/polling/comparePoll.ts';
import type {
	ListReading,
	Source,
} from '../../../../nodes/EnergyProjects/polling/reading/source.ts';
import type { State } from '../../../../nodes/EnergyProjects/polling/state/state.ts';
import { stateIn, stateText } from '../../../../nodes/EnergyProjects/polling/state/stateText.ts';
import { eventKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { idNumber } from '../world.mts';

export const NOW = Date.UTC(2026, 2, 1, 12);
export const BEFORE = '2026-02-01T00:00:00.000Z';

/** A project that was not edited since its creation. */
export const project = (number: number, more: IDataObject = {}): IDataObject => ({
	...{ id: idNumber(number), humanId: `P-${number}`, name: `Haus ${number}` },
	...{ companyId: 'a company', status: 'inProgress', createdAt: BEFORE, updatedAt: BEFORE },
	...more,
});
export const customer = (number: number): IDataObject => ({
	...{ id: idNumber(number), firstName: 'Ada', lastName: 'Weber', companyId: 'a company' },
	...{ createdAt: BEFORE, updatedAt: BEFORE },
});

export interface Service {
	readonly projects?: readonly IDataObject[];
	readonly customers?: readonly IDataObject[];
	/** What the service shows of each list. */
	readonly shown?: Partial<ListReading>;
	readonly isGone?: boolean;
	readonly baseUrlDigest?: string;
	/** Collects what is asked for. */
	readonly asked?: string[];
}

function sourceOf({ projects = [], customers = [], shown, asked = [], ...more }: Service): Source {
	const records = (noun: string) => (noun === 'project' ? projects : customers);
	return {
		baseUrlDigest: more.baseUrlDigest ?? 'here',
		async readAll({ noun }) {
			asked.push(`all ${noun}s`);
			return { records: records(noun), scope: 'all', isComplete: true, ...shown };
		},
		async readNew({ noun }, isKnown) {
			asked.push(`new ${noun}s`);
			const newest = [...records(noun)].reverse();
			const known = newest.findIndex((_, index) => newest.slice(index, index + 3).every(isKnown));
			const shownRecords = known === -1 ? newest : newest.slice(0, known + 3);
			return { records: shownRecords, scope: 'new', isComplete: false };
		},
		hasRead: () => false,
		readOne: async () => undefined,
		company: async () => 'the company of the account',
		async isGone({ noun }, id) {
			asked.push(`${noun} ${id}`);
			return more.isGone ?? true;
		},
		isInTime: () => true,
	};
}

/** One node: each poll knows what the one before has saved. */
export function node(kinds: readonly string[], more: Partial<PollConditions & WantedEvents> = {}) {
	let saved: string | undefined;
	let chosen = kinds;
	return {
		choose: (others: readonly string[]) => void (chosen = others),
		/** Changes what is saved, as another version of the package would. */
		async change(by: (state: State) => State) {
			saved = await stateText(by(await stateIn(saved ?? '')));
		},
		state: async () => await stateIn(saved ?? ''),
		async poll(service: Service, conditions: Partial<PollConditions & WantedEvents> = {}) {
			const { nowMs, isOwnReport, isTransactional, emitExisting, passes, watchedFields } = {
				...{ nowMs: NOW, isOwnReport: () => true, isTransactional: false },
				...{ emitExisting: false, passes: () => true, watchedFields: () => [] },
				...more,
				...conditions,
			};
			const result = await comparePoll(
				saved === undefined ? undefined : await stateIn(saved),
				sourceOf(service),
				{
					kinds: eventKinds.filter(({ value }) => chosen.includes(value)),
					emitExisting,
					watchedFields,
					passes,
				},
				{ nowMs, isOwnReport, isTransactional },
			);
			saved = await stateText(result.state);
			const items = result.events.map((event) => recordItem(event));
			return { ...result, items, ids: items.map(({ eventId }) => eventId) };
		},
	};
}

export const PROJECTS = ['project.created', 'project.edited', 'project.deleted'];
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
export const many = numbers(30).map((number) => project(number));
