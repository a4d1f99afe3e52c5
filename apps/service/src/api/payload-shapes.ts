import { callbackRequest, type CallbackRequest } from '@authly/contract/captures/app-callback';
import { payloadFields, type BiometricTypes, type PayloadFields } from '@authly/contract/wire/biometric-types';
import { partialPayload, wholePayload } from '@authly/contract/schemas/payload-schemas';
import type { Captured } from '../capture/capture.ts';
import { shape, type Shape } from '../http/shape.ts';

export interface PayloadShapes {
  readonly enroll: Shape<PayloadFields>;
  readonly verify: Shape<PayloadFields>;
  readonly callback: Shape<Captured>;
}

export const payloadShapes = (types: BiometricTypes): ReadonlyMap<string, PayloadShapes> =>
  new Map(
    Object.entries(types).map(([name, type]) => {
      const enroll = shape(partialPayload(type), 'payload');
      const verify = shape(wholePayload(type), 'payload');
      const callback = shape(callbackRequest(type));
      // Only the fields of the type are kept, so that features sent by mistake are not stored.
      const kept = (payload: object): PayloadFields => payloadFields(type, payload);
      return [
        name,
        {
          enroll: Object.assign((payload: unknown) => kept(enroll(payload)), { fields: Object.keys(type.fields) }),
          verify: Object.assign((payload: unknown) => kept(verify(payload)), { fields: Object.keys(type.fields) }),
          callback: Object.assign((body: unknown) => capturedOf(callback(body), kept), { fields: callback.fields }),
        },
      ];
    }),
  );

const capturedOf = (body: CallbackRequest, kept: (payload: object) => PayloadFields): Captured => ({
  payload: kept(body),
  features: body.features,
  encKey: body.enc_key,
  capturedAt: body.captured_at,
  device: body.device,
});
