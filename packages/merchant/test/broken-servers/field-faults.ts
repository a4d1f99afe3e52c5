import { broken, type BrokenServer, refusing } from './broken-server.ts';
import { type Body, type Call, plainSteps, withBody, withPayload } from './plain-server.ts';

const GOOD: Record<string, string> = { finger: 'RI', type: 'fingerprint', captured_at: '2026-01-31T09:15:00Z' };

/** Fills the field in where the predicate says that it is good enough, and goes on with it. */
export const filling = (
  fault: string,
  caughtBy: string,
  path: string,
  isTaken: (value: unknown) => boolean,
  endpoint?: Call['endpoint'],
): BrokenServer =>
  broken(fault, caughtBy, {
    fields: (call) => {
      const [outer, inner] = path.split('.') as [keyof Body, 'finger'?];
      const value: unknown = inner === undefined ? call.body?.[outer] : call.body?.payload?.[inner];
      const good = GOOD[inner ?? outer] ?? 'x';
      if ((endpoint ?? call.endpoint) !== call.endpoint || !isTaken(value)) return plainSteps.fields(call);
      plainSteps.fields(inner === undefined ? withBody(call, { [outer]: good }) : withPayload(call, { [inner]: good }));
    },
  });

export const isText = (value: unknown): boolean => typeof value === 'string';

export const fieldFaults: readonly BrokenServer[] = [
  broken('fails with 500 on a body that is not JSON', 'fields.not_json', {
    parse: (call) => {
      call.body = JSON.parse(String(call.raw)) as Body;
    },
  }),
  refusing('refuses fields that it does not know', 'fields.unknown', ({ body }) => 'added_later' in body!),
];
