import type { BioOperationName } from '@authly/contract/operations';
import { spread, type Spread } from '../api/measure.ts';
import type { Sides } from './stage.ts';

export interface Rate {
  readonly perSecond: number;
  /** Processor time of the calling process for one call, its threads included. */
  readonly cpuUs: number;
  /** The part of it on the main thread, which bounds what one process can do. */
  readonly mainThreadUs: number;
}

export interface Comparison {
  readonly call: BioOperationName;
  readonly signed: Rate;
  readonly plain: Rate;
  /** Signed / plain of each round; the median is the figure. */
  readonly ratio: Spread;
  /** The same by the main thread's processor time: what stays of the ratio when other programs share the machine. */
  readonly ratioByCpu: number;
}

export interface Pace {
  readonly seconds: number;
  readonly rounds: number;
  readonly atOnce: number;
}

/** The first round does not count: the compiler settles and connections open. */
export async function compare(
  call: BioOperationName,
  { signed, plain }: Sides,
  { seconds, rounds, atOnce }: Pace,
  progress: (round: number) => void,
): Promise<Comparison> {
  const slices: { signed: Rate; plain: Rate }[] = [];
  for (let round = 0; round <= rounds; round++) {
    progress(round);
    // Whoever comes second may meet a warmer machine: they change places.
    const [first, second] = round % 2 === 0 ? [signed, plain] : [plain, signed];
    const [one, other] = [await slice(first, seconds * 1000, atOnce), await slice(second, seconds * 1000, atOnce)];
    if (round > 0) slices.push(first === signed ? { signed: one, plain: other } : { signed: other, plain: one });
  }
  const median = (side: 'signed' | 'plain'): Rate => ({
    perSecond: spread(slices.map((each) => each[side].perSecond)).median,
    cpuUs: spread(slices.map((each) => each[side].cpuUs)).median,
    mainThreadUs: spread(slices.map((each) => each[side].mainThreadUs)).median,
  });
  const [ofSigned, ofPlain] = [median('signed'), median('plain')];
  return {
    call,
    signed: ofSigned,
    plain: ofPlain,
    ratioByCpu: ofPlain.mainThreadUs / ofSigned.mainThreadUs,
    ratio: spread(slices.map((each) => each.signed.perSecond / each.plain.perSecond)),
  };
}

async function slice(call: () => Promise<void>, ms: number, atOnce: number): Promise<Rate> {
  const [began, cpuBefore, mainBefore] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  let calls = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  const [cpu, main] = [process.cpuUsage(cpuBefore), process.threadCpuUsage(mainBefore)];
  return {
    perSecond: (calls / (performance.now() - began)) * 1000,
    cpuUs: (cpu.user + cpu.system) / calls,
    mainThreadUs: (main.user + main.system) / calls,
  };
}
