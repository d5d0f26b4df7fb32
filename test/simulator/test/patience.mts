// Starting a process can take long on a busy machine.
jest.setTimeout(30_000);
