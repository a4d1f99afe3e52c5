// Builds the pages and the docs that are out of date.
import { buildPages } from './build-pages/build.ts';

await buildPages({ force: process.argv.includes('--force'), say: console.log });
