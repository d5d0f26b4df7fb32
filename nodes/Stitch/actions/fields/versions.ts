/**
 * Fields that nodes of version 1 do not have. What a workflow was saved with goes on meaning the same:
 * n8n does not save a value that is the default, so a new default needs a field of its own.
 */
export const inNewNodes = { hide: { '@version': [1] } };

/** Fields as nodes of version 1 have them. */
export const inOldNodes = { show: { '@version': [1] } };
