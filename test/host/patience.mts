/** Milliseconds in which something has to change where it is waited for, on a busy machine too. */
export const PATIENCE = 30_000;

/** Milliseconds until a program is not expected to start any more: n8n compiles 8,500 files and prepares its database. */
export const START_PATIENCE = 5 * 60_000;
