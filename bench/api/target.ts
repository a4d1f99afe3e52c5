import type { Server } from '../fixture.ts';
import type { Calls } from './calls.ts';
import type { Load } from './load.ts';

/** A server with its connections and its requests. */
export interface Target {
  readonly server: Server;
  readonly load: Load;
  readonly calls: Calls;
}
