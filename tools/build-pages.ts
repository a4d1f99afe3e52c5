import { buildPages } from './build-pages/build.ts';

await buildPages({ force: process.argv.includes('--force'), say: console.log });
