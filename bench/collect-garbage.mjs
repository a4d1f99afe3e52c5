// Loaded before the service, with --expose-gc: SIGUSR2 collects all garbage, so that what is left is what the service holds.
process.on('SIGUSR2', () => globalThis.gc());
