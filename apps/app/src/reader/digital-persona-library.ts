import type { FingerprintReader, QualityCode, SampleFormat } from '@digitalpersona/devices';
import channelScript from '@digitalpersona/websdk/dist/websdk.client.min.js?url';

export interface DigitalPersonaLibrary {
  readonly FingerprintReader: typeof FingerprintReader;
  readonly QualityCode: typeof QualityCode;
  readonly SampleFormat: typeof SampleFormat;
}

/** DigitalPersona's own library, and the channel that it speaks through, which is a script of the old kind. Both only where its program is there. */
export async function loadDigitalPersona(): Promise<DigitalPersonaLibrary> {
  if (!('WebSdk' in globalThis)) await loadScript(channelScript);
  return import('@digitalpersona/devices');
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The script did not load.')));
    document.head.append(script);
  });
}
