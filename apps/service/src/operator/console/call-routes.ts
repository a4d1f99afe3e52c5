import type { FastifyInstance } from 'fastify';
import type { TProperties } from 'typebox';
import { shape } from '../../http/shape.ts';
import type { ConsoleSignIn } from '../../storage/port/store.ts';
import { perform, type Action } from '../row/action.ts';
import { ACTIONS } from '../actions/index.ts';
import { auditEntriesBy } from '../row/operator.ts';
import { defaultsOf, paramsSchema, type ParamNotes } from '../row/params.ts';
import { notFound, readOnly } from './console-error.ts';
import type { ConsoleContext, Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints/index.ts';
import type { Guests } from './guests.ts';
import { storeOfMerchant } from './merchant-store.ts';
import { requireCaller } from './request-checks.ts';
import { callPath } from '../wire/wire.ts';

/** A certificate file and a logo, as JSON. */
const WITH_FILES_BYTES = 200_000;

const isForConsole = (row: Action): row is Action & Endpoint => row.role !== 'terminal';

export const CALLS: readonly Endpoint[] = [...(ACTIONS as readonly Action[]).filter(isForConsole), ...ENDPOINTS];

interface CallContext extends ConsoleContext {
  readonly url: string;
  readonly guests: Guests;
}

/** One route for each call: its parameters are the body, which is checked by their schemas. */
export function addCalls(fastify: FastifyInstance, context: CallContext): void {
  for (const row of CALLS) addCall(fastify, row, context);
}

function addCall(fastify: FastifyInstance, row: Endpoint, context: CallContext): void {
  const parse = parser(row.params);
  fastify.route({
    method: 'POST',
    url: callPath(row.name),
    ...(takesFile(row.params) && { bodyLimit: WITH_FILES_BYTES }),
    async handler(request) {
      const signIn = await requireCaller(request, context);
      const auditEntry = auditEntriesBy(signIn.actor, context.now);
      if (signIn.role !== 'merchant') {
        if (!mayCall(signIn, row)) throw readOnly();
        return perform(row, { ...context, auditEntry }, parse(request.body));
      }
      const { forMerchant: run } = row;
      if (run === undefined) throw notFound();
      const merchantId = signIn.merchantId ?? '';
      const store = storeOfMerchant(context.store, merchantId);
      const params = parse(request.body);
      return context.guests.run({ merchantId, socket: request.raw.socket, row }, () =>
        perform({ ...row, run }, { ...context, store, auditEntry }, params),
      );
    },
  });
}

export const mayCall = ({ role }: Pick<ConsoleSignIn, 'role'>, row: Endpoint): boolean =>
  role === 'merchant' ? row.forMerchant !== undefined : role === 'admin' || row.role === 'read';

/** The schema is compiled at the first call. */
function parser(params: TProperties): (body: unknown) => object {
  let check: ((body: unknown) => object) | undefined;
  const defaults = defaultsOf(params);
  return (body) => {
    check ??= shape(paramsSchema(params)) as (body: unknown) => object;
    return check(isObject(body) ? { ...defaults, ...body } : body);
  };
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);

const takesFile = (params: TProperties): boolean => Object.values<ParamNotes>(params).some(({ file }) => file);
