// One image → one encoded record, for the pool's throughput.
import { parentPort } from 'node:worker_threads';
import { encodeTemplate, extract, type Image } from '../../packages/fingerprint/src/index.ts';

parentPort?.on('message', (image: Image) => {
  parentPort?.postMessage(encodeTemplate([extract(image)]).length);
});
