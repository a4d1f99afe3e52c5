import type { Server } from 'node:http';
import { LIMITS } from '@authly/contract/limits';
import { beforeRequests } from './before-requests.ts';
import type { CutOff } from './bounded-connections.ts';
import { boundCrumbs } from './crumbs.ts';
import { ReadingTurns } from './load/reading-turns.ts';
import { boundPipelines } from './pipelining.ts';
import { cutOffStalledReaders } from './stalled-readers.ts';

type OnCutOff = (why: CutOff) => void;

/** What holds on every port, whoever it is for. To be called once the server has all its listeners: it stands before them. */
export function boundPort(server: Server, onCutOff: OnCutOff, stalledReaderMs: number = LIMITS.stalledReaderMs): void {
  boundCrumbs(server, onCutOff);
  cutOffStalledReaders(server, stalledReaderMs, onCutOff);
  boundPipelines(server, onCutOff);
}

/**
 * The same for a port beside the API's, where load is not measured: of many requests at once one is begun in each turn of the event loop,
 * and what the API's callers have sent is answered in between.
 */
export function boundSidePort(server: Server, onCutOff: OnCutOff): void {
  const turns = new ReadingTurns();
  beforeRequests(server, ({ socket }, _response, go) => {
    if (!turns.add(go)) socket.destroy();
  });
  boundPort(server, onCutOff);
}
