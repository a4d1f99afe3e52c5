import { HOSTED_CALLS } from '@authly/contract/operations';
import { readSession } from '../../lifecycle/advance-session.ts';
import { hostedToken } from '../../tokens/hosted-token.ts';
import { openKeyRing } from '../../actions/open-key-ring.ts';
import { OperatorError } from '../operator-error.ts';
import { output, type Output } from '../output.ts';
import { serviceAddress } from '../service-address.ts';
import type { StoreContext } from '../store-context.ts';

const TIMEOUT_MS = 10_000;

/** Does what the hosted page does when a person opens it: the running service takes it from there. */
export async function openSession(context: StoreContext, id: string): Promise<Output> {
  const { store, now, act } = context;
  const session = await readSession(store.sessions, id, now());
  if (session === undefined) throw new OperatorError(`there is no session ${id}`);
  await store.audit.write(act('sandbox.open', id));
  const status = await postOpened(
    context,
    hostedToken(await (await openKeyRing(context)).hostedSecret(session.createdAt), id),
  );
  const next =
    session.metadata !== null && 'sandbox_outcome' in session.metadata
      ? 'Its sandbox_outcome follows within seconds.'
      : 'It has no metadata.sandbox_outcome, so it waits for an app.';
  return output({ session_id: id, status }, `${id} is ${status}. ${next}`);
}

async function postOpened({ env }: StoreContext, token: string): Promise<string> {
  const { baseUrl, ca } = serviceAddress(env);
  const { method, path } = HOSTED_CALLS.hostedOpened;
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: { ca, timeout: TIMEOUT_MS } });
  try {
    const { statusCode, body } = await request(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      dispatcher,
    });
    const answer = (await body.json()) as { status?: string; error?: { code: string; message: string } };
    if (statusCode !== 200 || answer.status === undefined)
      throw new OperatorError(
        `the service answered ${statusCode} ${answer.error?.code ?? ''}: ${answer.error?.message ?? ''}`,
      );
    return answer.status;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new OperatorError(`the service at ${baseUrl} does not answer (${code ?? message}): does the sandbox run?`);
  } finally {
    await dispatcher.close();
  }
}
