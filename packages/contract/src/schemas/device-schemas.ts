import { Type, type TSchema } from 'typebox';
import { DEVICE_BINDINGS, type DeviceBinding } from '../wire/device.ts';

export const ClaimDevice = Type.Object(
  {
    mode: Type.Enum(DEVICE_BINDINGS.slice(1) as Exclude<DeviceBinding, 'off'>[], {
      description: '`offered`: the person may go on without a passkey. `required`: not without one.',
    }),
    rp_id: Type.String({
      description: 'The relying party of the passkey: the host of Authly’s own app, or a parent domain of it.',
    }),
    account: Type.String({
      pattern: '^[A-Za-z0-9_-]{22}$',
      description:
        'A keyed hash of merchant and user, the same in enrollments and verifications. Remember the credential id under it once an enrollment has succeeded.',
    }),
  },
  { description: 'Present if the merchant binds devices: see [Bound devices](#bound-devices).' },
);

const base64url = (maxLength: number, description: string): TSchema =>
  Type.Unsafe<string>(Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description }));

export const AssertionFields = Type.Object(
  {
    credential_id: base64url(1366, 'Of the passkey that signed.'),
    authenticator_data: base64url(1366, 'As the authenticator returned it.'),
    client_data_json: base64url(2732, 'As the browser returned it.'),
    signature: base64url(1366, 'Over the authenticator data and the SHA-256 of the client data.'),
  },
  { description: 'Base64url, without padding. Verification only: see [Bound devices](#bound-devices).' },
);
