import { createAuthlyClient } from '@authly/merchant';

const authly = createAuthlyClient(); // AUTHLY_BASE_URL, AUTHLY_MERCHANT_ID, AUTHLY_CLIENT_ID, AUTHLY_CLIENT_SECRET

export const pay = (userRef: string) =>
  authly.createVerification({
    merchant_user_ref: userRef,
    return_url: 'https://shop.example/',
    payload: { finger: 'RI' },
    display_text: 'Pay € 9.50',
  });

export async function isPaid(sessionId: string, userRef: string) {
  const { result } = await authly.result(sessionId, userRef);
  return result !== null && 'matched' in result && result.matched;
}
