// `npm run build`: the service in a self-contained folder.
import { join, relative } from 'node:path';
import { buildPages } from '../apps/sandbox/src/build-pages/build.ts';
import { buildFolder } from './build/folder.ts';
import { helpIfAsked } from './command.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'out', 'authly');

helpIfAsked(`npm run build [-- --force]

Builds the pages and the docs where they changed (--force: all), then out/authly: the service, its command line, the pages and Node. The folder
needs nothing else on a machine of the same kind (Linux with glibc, arm64 or x64). Run out/authly/bin/authly, or copy the folder to /opt/authly.`);
await buildPages({ force: process.argv.includes('--force'), say: console.log });
const { bytes, nodeBytes } = await buildFolder(folder);
const megabytes = (size: number): string => `${(size / 1_000_000).toFixed(0)} MB`;
console.log(`${relative(root, folder)}: ${megabytes(bytes)}, of which Node ${megabytes(nodeBytes)}`);
