import type { Server } from '../fixture.ts';
import type { Calls } from './calls.ts';
import type { Load } from './load.ts';

export interface Target {
  readonly server: Server;
  readonly load: Load;
  readonly calls: Calls;
}
