/** Milliseconds until what was waited for is not expected any more, on a busy machine either. */
export const PATIENCE = 5 * 60_000;
