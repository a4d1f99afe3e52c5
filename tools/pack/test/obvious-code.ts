import {
  AuthlyError,
  createAuthlyClient,
  type FailureCode,
  type Finger,
  isFinger,
  type ResultResponse,
} from '@authly/merchant';

const authly = createAuthlyClient({
  baseUrl: 'https://authly.example',
  clientId: 'client',
  clientSecret: 'secret',
  merchantId: 'mch_shop',
});

export async function pay(userRef: string, finger: Finger): Promise<boolean> {
  const session = await authly.createVerification({
    merchant_user_ref: userRef,
    payload: { finger },
    display_text: 'Pay EUR 9.50 for order 1042',
  });
  const result = await authly.waitForResult(session.session_id, userRef);
  if (result.status === 'succeeded' && result.mode === 'verify') return result.result.matched;
  return false;
}

/** What a merchant reads from its own database and passes on. */
interface Order {
  readonly finger: string | null;
  readonly text?: string;
  readonly key?: string;
  readonly signal?: AbortSignal;
}

export async function payOrder(userRef: string, { finger, text, key, signal }: Order): Promise<string | undefined> {
  if (!isFinger(finger)) return undefined;
  const { session_id } = await authly.createVerification(
    { merchant_user_ref: userRef, payload: { finger }, display_text: text },
    { idempotencyKey: key, signal },
  );
  return (await authly.waitForResult(session_id, userRef, { signal })).status;
}

export async function enroll(userRef: string): Promise<Finger | undefined> {
  const { session_id } = await authly.createEnrollment({ merchant_user_ref: userRef });
  const result = await authly.result(session_id, userRef, { wait: 25 });
  if (result.mode === 'enroll' && result.status === 'succeeded') {
    const { payload, completed_at } = result.result;
    console.log(new Date(completed_at).toISOString());
    return payload.finger;
  }
  return undefined;
}

export function explain(result: ResultResponse): string {
  switch (result.status) {
    case 'succeeded':
      return result.mode === 'verify' ? String(result.result.matched) : result.result.payload.finger;
    case 'failed':
    case 'expired':
      return words(result.failure_code);
    case 'canceled':
      return 'canceled';
    default:
      return `still ${result.status} until ${result.expires_at}`;
  }
}

function words(code: FailureCode | (string & {})): string {
  switch (code) {
    case 'user_declined':
      return 'You declined.';
    case 'session_expired':
      return 'That took too long.';
    default:
      return `It did not work (${code}).`;
  }
}

export async function cancel(sessionId: string, userRef: string): Promise<void> {
  try {
    await authly.cancel(sessionId, userRef, { reason: 'order_withdrawn' });
  } catch (error) {
    if (!(error instanceof AuthlyError)) throw error;
    if (error.code === 'invalid_request') console.error(error.param, error.message, error.docsUrl);
    else if (error.code !== 'session_finalized') throw error;
  }
}
