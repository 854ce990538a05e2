import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A page of the documents, by its path from the root of the repository. */
export const page = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The page still says this, which the test shows to be true. */
export const says = (path: string, text: string): void => expect(page(path), path).toContain(text);
