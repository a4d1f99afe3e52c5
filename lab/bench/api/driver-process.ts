// Sends calls at a fixed rate for as long as its parent says.
import { setTimeout as pause } from 'node:timers/promises';
import { callsOf } from './calls.ts';
import { LEAD_MS, type Arrivals, type Counted, type DriverSettings } from './drivers.ts';
import { Load } from './load.ts';
import { RawLoad } from './raw-load.ts';

const { connections, ...server } = JSON.parse(process.env['DRIVER']!) as DriverSettings;
const first = new Load(server, 8);
const calls = await callsOf(server, first);
await first.close();
const load = await RawLoad.open(server, connections, calls.result);
process.on('message', (wanted: Arrivals) => void arrive(wanted).then((counted) => process.send!(counted)));
process.once('disconnect', () => process.exit());
process.send!('ready');

/** A request that finds no free connection is dropped. */
async function arrive({ call, perSecond, ms }: Arrivals): Promise<Counted> {
  const counted = { sent: 0, accepted: 0 };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const passed = (): number => performance.now() - began;
  const isCounted = (): boolean => passed() >= LEAD_MS && passed() < LEAD_MS + ms;
  const send = async (): Promise<void> => {
    if (isCounted()) counted.sent++;
    const status = await load.send(calls[call]());
    if (status >= 300 && status !== 503) throw new Error(`answer ${status}`);
    if (status < 300 && isCounted()) counted.accepted++;
  };
  for (let due = 0; passed() < LEAD_MS + ms; await pause(1))
    for (; due < (perSecond * passed()) / 1000; due++) {
      if (load.isBusy) continue;
      const sending = send().finally(() => open.delete(sending));
      open.add(sending);
    }
  await Promise.all(open);
  return counted;
}
