import { join } from 'node:path';

import { dataFolder } from '../host/project.mts';

// n8n reads this when it is loaded; failures that tests provoke are not worth a line.
process.env.N8N_LOG_LEVEL = 'silent';

// It makes a key in this folder if there is none yet: not in that of whoever runs the tests, nor where another
// worker of jest could read the file while it is being written.
process.env.N8N_USER_FOLDER = join(dataFolder, `jest-${process.env.JEST_WORKER_ID}`);
