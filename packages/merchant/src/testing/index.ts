export { createFakeService, errorAnswer, type FakeService, type FakeServiceOptions } from './create-fake-service.ts';
export type { FakeOutcome } from './fake-sessions.ts';
export { sampleLookup, sampleStore } from './sample-bodies.ts';
export { createServiceKey, type FakeKeys, type ServiceKey } from './service-key.ts';
export { type BioCall, signBioCall, signBioRequest, type SignedCall } from './sign-bio-request.ts';
export { signWebhook } from './sign-webhook.ts';
export { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
