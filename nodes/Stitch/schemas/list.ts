import { wholeNumber } from './field';

/** How many records of a list are wanted; Infinity for all. */
export const limit = wholeNumber('Limit', 'Correct Limit, or turn on Return All.', 1);
