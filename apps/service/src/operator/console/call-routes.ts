import type { FastifyInstance } from 'fastify';
import type { TProperties } from 'typebox';
import { shape } from '../../http/shape.ts';
import type { ConsoleSignIn } from '../../storage/port/store.ts';
import { perform, type Action } from '../actions/action.ts';
import { ACTIONS } from '../actions/index.ts';
import { auditEntriesBy } from '../actions/operator.ts';
import { defaultsOf, paramsSchema, type ParamNotes } from '../actions/params.ts';
import { notFound, readOnly } from './console-error.ts';
import type { ConsoleContext, Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints/index.ts';
import { storeFor } from './merchant-store.ts';
import { requireCaller } from './request-checks.ts';
import { callPath } from '../wire/wire.ts';

/** A certificate file and a logo, as JSON. */
const WITH_FILES_BYTES = 200_000;

const isForConsole = (row: Action): row is Action & Endpoint => row.role !== 'terminal';

export const CALLS: readonly Endpoint[] = [...(ACTIONS as readonly Action[]).filter(isForConsole), ...ENDPOINTS];

/** One route for each call: its parameters are the body, which is checked by their schemas. */
export function addCalls(fastify: FastifyInstance, context: ConsoleContext & { readonly url: string }): void {
  for (const row of CALLS) addCall(fastify, row, context);
}

function addCall(fastify: FastifyInstance, row: Endpoint, context: ConsoleContext & { readonly url: string }): void {
  const parse = parser(row.params);
  fastify.route({
    method: 'POST',
    url: callPath(row.name),
    ...(takesFile(row.params) && { bodyLimit: WITH_FILES_BYTES }),
    async handler(request) {
      const signIn = await requireCaller(request, context);
      if (!mayCall(signIn, row)) throw signIn.role === 'merchant' ? notFound() : readOnly();
      return perform(row, operatorOf(context, signIn), parse(request.body));
    },
  });
}

export const mayCall = ({ role }: Pick<ConsoleSignIn, 'role'>, row: Endpoint): boolean =>
  role === 'merchant' ? row.forMerchant === true : role === 'admin' || row.role === 'read';

/** The audit log names the signed-in operator. */
const operatorOf = (context: ConsoleContext, signIn: ConsoleSignIn) => ({
  ...context,
  store: storeFor(context.store, signIn),
  auditEntry: auditEntriesBy(signIn.actor, context.now),
});

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
