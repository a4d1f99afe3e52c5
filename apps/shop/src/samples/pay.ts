import { createAuthlyClient } from '@authly/merchant';

const { AUTHLY_BASE_URL: baseUrl = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const authly = createAuthlyClient({ baseUrl, merchantId: 'mch_123', clientId, clientSecret });

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
