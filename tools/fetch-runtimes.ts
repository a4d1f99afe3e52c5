// Fetches what the packages are tried on, once: Node 20, Bun, Deno, TypeScript 5.4. Without a network the tests say what they did not run.
import { fetchRuntimes } from './pack/test/runtimes.ts';

const missing = await fetchRuntimes();
console.log(missing.length === 0 ? 'all are here' : `Not to be had here: ${missing.join(', ')}.`);
