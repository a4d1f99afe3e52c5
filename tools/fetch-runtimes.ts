// Fetches the runtimes that the packages are tested on, once. Without a network the tests report which runtimes they skipped.
import { fetchRuntimes } from './pack/test/runtimes.ts';

const missing = await fetchRuntimes();
console.log(missing.length === 0 ? 'all runtimes are installed' : `Not available: ${missing.join(', ')}.`);
