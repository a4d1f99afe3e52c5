import { createAuthlyClient } from '@authly/merchant';

const authly = createAuthlyClient(); // AUTHLY_BASE_URL, AUTHLY_MERCHANT_ID, AUTHLY_CLIENT_ID, AUTHLY_CLIENT_SECRET

export const enroll = (userRef: string) =>
  authly.createEnrollment({ merchant_user_ref: userRef, return_url: 'https://shop.example/' });

export async function enrolledFinger(sessionId: string, userRef: string) {
  const { result } = await authly.result(sessionId, userRef);
  return result !== null && 'enrolled' in result ? result.payload.finger : undefined;
}
