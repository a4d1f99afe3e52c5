// Loaded before the service. Its time of day is off by what the file says, which is read again at each SIGUSR2.
import { readFileSync } from 'node:fs';

const now = Date.now.bind(Date);
let offsetMs = 0;
Date.now = () => now() + offsetMs;
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env.CHAOS_CLOCK_FILE, 'utf8'));
});
