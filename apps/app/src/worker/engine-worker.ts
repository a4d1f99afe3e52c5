import type { Answer, NumberedRequest, Request, Result } from './messages.ts';
import { TouchReader } from './touch-reader.ts';

/** The worker's own scope, which the DOM's types do not know. */
const scope = globalThis as unknown as { postMessage(answer: Answer, transfer: Transferable[]): void };
const reader = new TouchReader();

addEventListener('message', ({ data }: MessageEvent<NumberedRequest>) => void answer(data));

async function answer({ id, ...request }: NumberedRequest): Promise<void> {
  try {
    const result = await perform(request);
    const pixels = 'touch' in result ? result.touch.picture?.data.buffer : undefined;
    scope.postMessage({ id, ...result }, pixels ? [pixels as ArrayBuffer] : []);
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.name : 'Error' }, []);
  }
}

async function perform(request: Request): Promise<Result> {
  if (request.request === 'look') return { look: reader.camera.look(request.picture, request.now) };
  if (request.request === 'read') return { touch: reader.read(request.source, request.earlier) };
  if (request.request === 'seal') return { sealed: await reader.seal(request.views, request.finger) };
  if (request.request === 'look away') reader.camera.forget();
  else if (request.request === 'prepare') reader.prepare();
  else reader.forget(request.views);
  return { done: true };
}
