/**
 * What n8n 3.0 sets by default where 2.41 does not, and what people may have switched on by then: the
 * durable scheduler with poll triggers, without durable cursors (2.45 switches the scheduler on), and the
 * protection against internal addresses with the ranges that 3.0 adds. Sources: the rules of 2.41 in
 * `n8n/dist/modules/breaking-changes/rules/v3`, and docs.n8n.io, "v3.0 breaking changes".
 */
const settingsOfNextMajor: Record<string, string> = {
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 * 1024),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
	N8N_ENV_FEAT_ENCRYPTION_KEY_ROTATION: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_BLOCKED_IP_RANGES: 'default,100.64.0.0/10,64:ff9b::/96,2002::/16,::/128',
	// The simulator.
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
};

/** The settings that `TEST_SETTINGS=next` gives every n8n of the tests. */
export function chosenSettings(): Record<string, string> {
	return process.env.TEST_SETTINGS === 'next' ? settingsOfNextMajor : {};
}
