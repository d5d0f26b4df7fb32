import { Agent, install, setGlobalDispatcher } from 'undici';

// From here on, fetch opens a connection for each request. The fetch of Node itself keeps them, also with
// `connection: close`, and a busy n8n can close one just as it is used again. (From test/host, the name `undici`
// would mean n8n's own.)
install();
setGlobalDispatcher(new Agent({ pipelining: 0 }));
