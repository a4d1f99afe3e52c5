/** Records count pixels per centimetre, images dots per inch. */
import { TemplateError } from './error.ts';

const CM_PER_INCH = 2.54;
/** 100 to 4,000 dpi: no fingerprint sensor lies outside, and zero would divide. */
const MIN_PIXELS_PER_CM = 39;
const MAX_PIXELS_PER_CM = 1575;
/** Pixels per cm are too coarse to give these back by arithmetic: 197 is 500.38 dpi, and some makers cut to 196. */
const COMMON_DPI = [250, 300, 400, 500, 600, 800, 1000, 1200, 2000, 4000];

export const dpiFrom = (pixelsPerCm: number): number => {
  requireInRange(pixelsPerCm);
  const common = COMMON_DPI.find((dpi) => {
    const exact = dpi / CM_PER_INCH;
    return Math.round(exact) === pixelsPerCm || Math.floor(exact) === pixelsPerCm;
  });
  return common ?? Math.round(pixelsPerCm * CM_PER_INCH);
};

export const pixelsPerCmFrom = (dpi: number): number => {
  const pixelsPerCm = Math.round(dpi / CM_PER_INCH);
  requireInRange(pixelsPerCm);
  return pixelsPerCm;
};

const requireInRange = (pixelsPerCm: number): void => {
  if (pixelsPerCm >= MIN_PIXELS_PER_CM && pixelsPerCm <= MAX_PIXELS_PER_CM) return;
  throw new TemplateError(
    'resolution',
    `${pixelsPerCm} pixels per cm is outside ${MIN_PIXELS_PER_CM} to ${MAX_PIXELS_PER_CM}`,
  );
};
