/** A locator's value, by ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
