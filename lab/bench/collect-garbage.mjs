// Loaded before the service, with --expose-gc: SIGUSR2 collects all garbage, so that the heap has only live objects.
process.on('SIGUSR2', () => globalThis.gc());
