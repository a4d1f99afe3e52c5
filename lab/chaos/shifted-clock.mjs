// Loaded before the service. Adds an offset to its time of day, which SIGUSR2 reads from a file.
import { readFileSync } from 'node:fs';

const now = Date.now.bind(Date);
let offsetMs = 0;
Date.now = () => now() + offsetMs;
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env.CHAOS_CLOCK_FILE, 'utf8'));
});
