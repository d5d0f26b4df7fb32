import { wholeNumber } from './field';

/** How many records of a list are wanted; Infinity for all. */
export const limit = wholeNumber('Limit', 1, 'Correct Limit, or turn on Return All.');
