// Started by signing-thread.ts. Signs all that it finds before it tells: whoever waits is woken once for many.
import { sign, type KeyObject } from 'node:crypto';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { next, SigningPlaces } from './signing-places.ts';

const places = new SigningPlaces(workerData as SharedArrayBuffer);
const keys: KeyObject[] = [];

/** Keys were sent before the first text that needs them, in the order of their numbers. */
function keyOf(number: number): KeyObject {
  while (keys.length <= number) keys.push((receiveMessageOnPort(parentPort!) as { message: KeyObject }).message);
  return keys[number]!;
}

// All is loaded: from here on nobody waits for anything but signatures.
parentPort!.postMessage('running');
for (let signed = 0; ; places.tellSigned(signed)) {
  const written = places.writtenBeyond(signed);
  for (; signed !== written; signed = next(signed)) {
    const { text, key } = places.readText(signed);
    places.writeSignature(signed, sign(null, text, keyOf(key)));
  }
}
