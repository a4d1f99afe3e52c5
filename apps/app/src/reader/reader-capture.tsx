import type { Image } from '@authly/fingerprint';
import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AppWords } from '../capture/capture-props.ts';
import { useNext } from '../capture/use-next.ts';
import { ReaderFault, type AgentReader } from './agent-reader.ts';

interface ReaderCaptureProps {
  readonly words: AppWords;
  readonly agent: AgentReader;
  readonly startsAtOnce: boolean;
  readonly isNext: boolean;
  readonly isHeld: boolean;
  readonly onImage: (image: Image) => void;
  readonly onUnpaired: () => void;
  readonly onAbsent: () => void;
}

export function ReaderCapture({
  words,
  agent,
  startsAtOnce,
  isNext,
  isHeld,
  onImage,
  onUnpaired,
  onAbsent,
}: ReaderCaptureProps): VNode {
  const [isWaiting, setWaiting] = useState(startsAtOnce);
  const [fault, setFault] = useState<Exclude<ReaderFault['code'], 'not_paired'>>();
  const next = useNext(isNext);
  const abort = useRef<AbortController>(undefined);
  const begin = (): void => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setFault(undefined);
    setWaiting(true);
    agent.capture(signal).then(onImage, (error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof ReaderFault)) return onAbsent();
      if (error.code === 'not_paired') return onUnpaired();
      setWaiting(false);
      setFault(error.code);
    });
  };
  const stop = (): void => {
    abort.current?.abort();
    setWaiting(false);
  };
  useEffect(() => {
    if (isWaiting && !isHeld) begin();
    return () => abort.current?.abort();
  }, [isHeld]);
  return (
    <div class="source">
      <div class={isWaiting ? 'reader waiting' : 'reader'}>
        <FingerprintMark />
      </div>
      <p class="hint" role="status">
        {isWaiting ? words.reader_place : words.reader_lead}
      </p>
      <p class="problem" role="alert">
        {fault ? words[`reader_fault_${fault}`] : ''}
      </p>
      <button {...next} type="button" class={isWaiting ? 'quiet' : 'main'} onClick={isWaiting ? stop : begin}>
        {isWaiting ? words.reader_stop : words.reader_start}
      </button>
    </div>
  );
}
