import { LOCAL_READERS } from '@authly/contract/local-readers';
import type { Image } from '@authly/fingerprint';
import { pictureOfFile } from '../capture/picture-of.ts';
import { toGray } from '../picture/gray.ts';
import { bytesOf, imageOf, ReaderFault, type LocalReader, type ReaderFaultCode } from './local-reader.ts';

/** Parameters that SecuGen's manual requires. Its template is not used. */
const QUESTION = 'Timeout=15000&Quality=50&licstr=&templateFormat=ISO';

/** SecuGen's error codes that the user can act on. */
const FAULTS: Readonly<Record<number, ReaderFaultCode>> = {
  51: 'no_reader',
  52: 'no_reader',
  53: 'no_reader',
  54: 'no_finger',
  55: 'no_reader',
  56: 'no_reader',
  57: 'capture_again',
  59: 'busy',
  10_004: 'no_reader',
};

/** SecuGen's WebAPI client on this computer. It needs no pairing: its settings say which pages may use it. */
export class SecugenReader implements LocalReader {
  readonly kind = 'secugen';
  readonly isPaired = true;

  /** Something answers at its address, and it is not the service that served this page. */
  async look(signal: AbortSignal): Promise<boolean> {
    if (location.origin === LOCAL_READERS.secugen) return false;
    const options = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal } as const;
    return fetch(`${LOCAL_READERS.secugen}/`, options).then(
      () => true,
      () => false,
    );
  }

  async capture(signal: AbortSignal): Promise<Image> {
    const answer = await fetch(`${LOCAL_READERS.secugen}/SGIFPCapture`, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      body: QUESTION,
      signal,
    });
    const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    if (typeof said['ErrorCode'] !== 'number') throw new ReaderFault('absent');
    if (said['ErrorCode'] !== 0) throw new ReaderFault(FAULTS[said['ErrorCode']] ?? 'failed');
    return grayOf(bytesOf(said['BMPBase64']), said['ImageDPI']);
  }
}

async function grayOf(bmp: Uint8Array<ArrayBuffer>, dpi: unknown): Promise<Image> {
  const picture = await pictureOfFile(new Blob([bmp], { type: 'image/bmp' })).catch(() => {
    throw new ReaderFault('failed');
  });
  bmp.fill(0);
  const { width, height, pixels } = toGray(picture);
  picture.data.fill(0);
  return imageOf(width, height, dpi, pixels);
}
