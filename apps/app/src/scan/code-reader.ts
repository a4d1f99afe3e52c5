import { pictureOf } from '../capture/picture-of.ts';

/** Undefined or a rejection means that there is no code. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Not yet in the types of the DOM. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The code on a screen fills half of the frame: more pixels show no more of it. */
const MAX_SIDE = 480;

/** Enough for a code at an angle. */
const EFFORT = { effort: 4, timeLimit: 100 };

export async function codeReader(): Promise<CodeReader> {
  const own = await browsersOwn((globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector);
  if (own) return async (video) => (await own.detect(video))[0]?.rawValue;
  const { decodeQR } = await import('qr/decode.js');
  return async (video) => {
    const side = Math.min(video.videoWidth, video.videoHeight);
    const [x, y] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
    const picture = pictureOf(video, { x, y, width: side, height: side }, MAX_SIDE);
    return decodeQR(picture, EFFORT);
  };
}

/** Some browsers define the class but support no format. */
async function browsersOwn(Detector: DetectorClass | undefined): Promise<Detector | undefined> {
  const formats: readonly string[] = (await Detector?.getSupportedFormats().catch(() => undefined)) ?? [];
  return Detector && formats.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : undefined;
}
