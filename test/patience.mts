import { PATIENCE } from './host/patience.mts';

// No test is about how long something takes. What waits gives up before this, and says for what.
jest.setTimeout(2 * PATIENCE);
