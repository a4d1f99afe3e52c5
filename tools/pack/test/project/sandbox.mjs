import { createAuthlyClient } from '@authly/merchant';

const authly = createAuthlyClient();
const { session_id } = await authly.createEnrollment({ merchant_user_ref: 'u_1' });
console.log((await authly.result(session_id, 'u_1')).status);

const nobody = createAuthlyClient({ baseUrl: 'https://localhost:2', maxRetries: 0 });
await nobody.result(session_id, 'u_1').catch((error) => console.log(error.message));
