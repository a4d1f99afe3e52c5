export { AppApi, type AppReply, isTemporary } from './app-api.ts';
export { assessCapture, type Assessment, CAPTURES, viewOf } from './captures.ts';
export { deviceChallenge, withDevice } from './device.ts';
export { seal, type Sealed } from './seal.ts';
export { encodeTemplate, fromPhoto, type Image, type View } from '@authly/fingerprint';
