import { START_PATIENCE } from '../host/patience.mts';

// No test is about how long something takes. What waits gives up long before this, and says for what.
jest.setTimeout(2 * START_PATIENCE);
