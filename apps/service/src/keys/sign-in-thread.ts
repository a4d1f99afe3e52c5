import { sign, type KeyObject } from 'node:crypto';
import { SigningThread, type ToSign } from './signing-thread.ts';

/** So many at once cost less in a thread of their own. Those of a command, or of a service that has little to do, never come to that. */
const WORTH_A_THREAD = 3;

let ofThisTurn: ToSign[] = [];
let thread: SigningThread | undefined;

/** Not in this thread: a signature costs nearly as much as the rest of a call, and everybody's calls would wait for it. */
export function signInThread(text: Uint8Array, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (ofThisTurn.length === 0) setImmediate(signThoseOfTheTurn);
    ofThisTurn.push({ text, key, resolve, reject });
  });
}

/** Each that goes to Node's pool of threads pays its own way there and back. Those of one turn of the event loop go together, if there are enough. */
function signThoseOfTheTurn(): void {
  const all = ofThisTurn;
  ofThisTurn = [];
  if (all.length < WORTH_A_THREAD) return all.forEach(signInPool);
  thread ??= new SigningThread(signInPool);
  for (const each of all) if (!thread.take(each)) signInPool(each);
  thread.begin();
}

function signInPool({ text, key, resolve, reject }: ToSign): void {
  sign(null, text, key, (error, signature) => (error ? reject(error) : resolve(signature)));
}
