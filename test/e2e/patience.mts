// Workflows in a real n8n run for seconds; jest's default of five is meant for tests within one process.
jest.setTimeout(60_000);
