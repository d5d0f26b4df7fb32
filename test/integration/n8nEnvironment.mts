// n8n reads this when it is loaded; failures that tests provoke are not worth a line.
process.env.N8N_LOG_LEVEL = 'silent';
