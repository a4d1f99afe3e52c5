// The pages and the docs, each where its server finds it. Skips what is up to date.
import { buildPages } from './build-pages/build.ts';

await buildPages({ force: process.argv.includes('--force'), say: console.log });
