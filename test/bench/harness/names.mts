/** How this package's nodes are called among the contenders. */
export const OURS = 'Energy Projects';

/** Whether a contender is one of this package's, also where its name goes on. */
export const isOurs = (contender: string): boolean => contender.startsWith(OURS);
