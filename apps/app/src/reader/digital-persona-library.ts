import type { FingerprintReader, QualityCode, SampleFormat } from '@digitalpersona/devices';
import channelScript from '@digitalpersona/websdk/dist/websdk.client.min.js?url';

export interface DigitalPersonaLibrary {
  readonly FingerprintReader: typeof FingerprintReader;
  readonly QualityCode: typeof QualityCode;
  readonly SampleFormat: typeof SampleFormat;
}

/** Loads DigitalPersona's library and the classic script that it connects through. Called only where its program runs. */
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
