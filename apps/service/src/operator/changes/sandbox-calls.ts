import { setTimeout } from 'node:timers/promises';
import { HOSTED_CALLS, OPERATIONS } from '@authly/contract/operation-table';
import { callService, runningService } from '../../cli/terminal/running-service.ts';
import { dataDirOf } from '../../config/store-settings.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { TerminalOperator } from '../row/action.ts';

/** Asks the running service for its time until it is this one. False if none answers. */
export async function hasFollowed({ env }: TerminalOperator, now: number): Promise<boolean> {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined) return false;
  for (let times = 0; times < 100; times++) {
    const answer = await callService(baseUrl + OPERATIONS.listSigningKeys.path, { ca }).catch(() => undefined);
    if (answer === undefined) return false;
    // The header has whole seconds.
    if (answer.date + 1000 > now) return true;
    await setTimeout(50);
  }
  return false;
}

interface OpenedResponse {
  readonly status?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export async function postOpened({ env }: TerminalOperator, token: string): Promise<string> {
  const { baseUrl, ca } = runningService(env);
  if (baseUrl === undefined)
    throw new RefusedError(
      `no sandbox.json in ${dataDirOf(env)}: start the sandbox (npm start), or set AUTHLY_BASE_URL to the service's address`,
    );
  const { method, path } = HOSTED_CALLS.hostedOpened;
  const headers = { authorization: `Bearer ${token}` };
  const { status, response } = await callService(baseUrl + path, { method, headers, ca })
    .then((answer) => ({ ...answer, response: JSON.parse(answer.body) as OpenedResponse }))
    .catch(({ code, message }: NodeJS.ErrnoException) => {
      throw new RefusedError(
        `the service at ${baseUrl} does not respond (${code ?? message}). Is the sandbox running?`,
      );
    });
  if (status === 200 && response.status !== undefined) return response.status;
  const { code = '', message = '' } = response.error ?? {};
  throw new RefusedError(`the service responded ${status} ${code}: ${message}`);
}
