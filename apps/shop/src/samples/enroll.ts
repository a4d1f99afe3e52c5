import { createAuthlyClient } from '@authly/merchant';

const { AUTHLY_BASE_URL: baseUrl = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const authly = createAuthlyClient({ baseUrl, merchantId: 'mch_123', clientId, clientSecret });

export const enroll = (userRef: string) =>
  authly.createEnrollment({ merchant_user_ref: userRef, return_url: 'https://shop.example/' });

export async function enrolledFinger(sessionId: string, userRef: string) {
  const { result } = await authly.result(sessionId, userRef);
  return result !== null && 'enrolled' in result ? result.payload.finger : undefined;
}
