/** A locator's value, by ID. Not the one of the tests: that file loads what only they need. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
