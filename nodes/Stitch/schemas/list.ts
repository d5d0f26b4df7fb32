import { wholeNumber } from './field';

/** How many records of a list to read; Infinity for all. */
export const limit = wholeNumber('Limit', 'Correct Limit, or turn on Return All.', 1);
