import { wholeNumber } from './field';

/** How many records of a list to read; Infinity for all. */
export const limit = wholeNumber('Limit', 1);
