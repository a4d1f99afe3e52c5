import { DEVICE_ALGORITHMS, type BoundDevice, type DeviceAssertion } from '@authly/contract/wire/device';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';

type Device = NonNullable<ClaimResponse['device']>;

/** Passkeys belong to the host of this page, which cannot be an IP address, or to a parent domain. */
export const hasPasskeys = async ({ rp_id: rpId }: Pick<Device, 'rp_id'>): Promise<boolean> =>
  `.${location.hostname}`.endsWith(`.${rpId}`) &&
  !/^[\d.]+$|\]$/.test(rpId) &&
  typeof PublicKeyCredential === 'function' &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);

/** No attestation: nobody checks the challenge. */
export async function bindDevice(
  { merchant_name: name, device }: ClaimResponse,
  signal: AbortSignal,
): Promise<BoundDevice> {
  const { id, response } = (await navigator.credentials.create({
    signal,
    publicKey: {
      rp: { name: 'Authly', ...(device && { id: device.rp_id }) },
      user: { id: crypto.getRandomValues(new Uint8Array(32)), name, displayName: name },
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      pubKeyCredParams: DEVICE_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'required',
        userVerification: 'required',
      },
    },
  })) as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
  const algorithm = response.getPublicKeyAlgorithm() as BoundDevice['algorithm'];
  const publicKey = response.getPublicKey();
  if (!publicKey) throw new Error('The browser cannot export the key of its passkey.');
  return { credential_id: id, public_key: base64(publicKey), algorithm };
}

/** Without ids the browser offers every passkey of the domain. */
export async function confirmWithDevice(
  { device }: ClaimResponse,
  challenge: Uint8Array<ArrayBuffer>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<DeviceAssertion> {
  const allowCredentials = ids.map((id) => ({ type: 'public-key', id: bytesOf(id) }) as const);
  const { id, response } = (await navigator.credentials.get({
    signal,
    publicKey: { challenge, userVerification: 'required', allowCredentials, ...(device && { rpId: device.rp_id }) },
  })) as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
  return {
    credential_id: id,
    authenticator_data: base64url(response.authenticatorData),
    client_data_json: base64url(response.clientDataJSON),
    signature: base64url(response.signature),
  };
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

const base64url = (bytes: ArrayBuffer): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const bytesOf = (id: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(id.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
