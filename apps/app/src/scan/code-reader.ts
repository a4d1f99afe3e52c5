import { pictureOf } from '../capture/picture-of.ts';

/** The text of a code in the picture; undefined where there is none. */
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

/** The browser's own detector, or jsQR, which is loaded only then. */
export async function codeReader(): Promise<CodeReader> {
  const own = await browsersOwn((globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector);
  if (own) return async (video) => (await own.detect(video))[0]?.rawValue;
  const { default: jsQR } = await import('jsqr');
  return async (video) => {
    const side = Math.min(video.videoWidth, video.videoHeight);
    const [x, y] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
    const { data, width, height } = pictureOf(video, { x, y, width: side, height: side }, MAX_SIDE);
    // Dark on light, as the hosted page shows it.
    return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data;
  };
}

/** Some browsers have the name and can read nothing. */
async function browsersOwn(Detector: DetectorClass | undefined): Promise<Detector | undefined> {
  const formats: readonly string[] = (await Detector?.getSupportedFormats().catch(() => undefined)) ?? [];
  return Detector && formats.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : undefined;
}
