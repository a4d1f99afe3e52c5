import { CaptureReader } from './capture-reader.ts';
import type { Capture } from './messages.ts';

export type EngineCalls = Pick<CaptureReader, 'prepare' | 'look' | 'forgetCamera' | 'read' | 'seal' | 'forget'>;

export interface EngineRequest {
  readonly id: number;
  readonly name: keyof EngineCalls;
  readonly args: readonly unknown[];
}
export type EngineAnswer = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

const scope = globalThis as unknown as { postMessage(answer: EngineAnswer, transfer: Transferable[]): void };
const reader = new CaptureReader();

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => void answer(data));

async function answer({ id, name, args }: EngineRequest): Promise<void> {
  try {
    const result = await (reader[name] as (...args: readonly unknown[]) => unknown).apply(reader, [...args]);
    const pixels = (result as Partial<Capture> | undefined)?.picture?.data.buffer;
    scope.postMessage({ id, result }, pixels ? [pixels as ArrayBuffer] : []);
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.name : 'Error' }, []);
  }
}
