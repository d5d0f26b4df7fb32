// Loaded into each n8n before itself. Node writes what it has compiled (NODE_COMPILE_CACHE) when a process ends;
// the first n8n of a suite ends last, and those that are killed never do.
const { flushCompileCache } = require('node:module');

setTimeout(flushCompileCache, 15_000).unref();
