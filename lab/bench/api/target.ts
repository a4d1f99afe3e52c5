import type { Client } from '../../fixture/merchants.ts';
import type { Server } from '../fixture.ts';
import type { Load } from '../load.ts';
import type { Calls } from './calls.ts';

export interface Target {
  readonly server: Server;
  readonly client: Client;
  readonly load: Load;
  readonly calls: Calls;
}
