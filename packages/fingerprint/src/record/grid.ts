import type { Minutia, View } from '../types.ts';
import { TemplateError } from './error.ts';

/** Records use pixels per centimeter, images dots per inch. */
const CM_PER_INCH = 2.54;
/** 100 to 4,000 dpi: the range of fingerprint sensors. */
export const MIN_PIXELS_PER_CM = 39;
export const MAX_PIXELS_PER_CM = 1575;
/** Pixels per cm are too coarse to compute dpi exactly: 197 is 500.38 dpi, and some makers round down to 196. */
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

export const MAX_RATIO = 1.03;

export const requireOneResolution = (xDpi: number, yDpi: number): void => {
  if (Math.max(xDpi, yDpi) <= MAX_RATIO * Math.min(xDpi, yDpi)) return;
  throw new TemplateError('resolution', `${xDpi} dpi across and ${yDpi} dpi down`);
};

const requireInRange = (pixelsPerCm: number): void => {
  if (pixelsPerCm >= MIN_PIXELS_PER_CM && pixelsPerCm <= MAX_PIXELS_PER_CM) return;
  throw new TemplateError(
    'resolution',
    `${pixelsPerCm} pixels per cm is outside ${MIN_PIXELS_PER_CM} to ${MAX_PIXELS_PER_CM}`,
  );
};

export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
}

/** The finer axis is scaled to the coarser one, so that positions still fit a record. */
export const squareView = (view: View, { xDpi, yDpi }: Grid): View => {
  if (xDpi === yDpi) return view;
  const dpi = Math.min(xDpi, yDpi);
  const xScale = dpi / xDpi;
  const yScale = dpi / yDpi;
  return {
    ...view,
    dpi,
    width: Math.ceil(view.width * xScale),
    height: Math.ceil(view.height * yScale),
    minutiae: view.minutiae.map((minutia) => squareMinutia(minutia, xScale, yScale)),
  };
};

const squareMinutia = (minutia: Minutia, xScale: number, yScale: number): Minutia => {
  const direction = Math.atan2(Math.sin(minutia.direction) * yScale, Math.cos(minutia.direction) * xScale);
  return {
    ...minutia,
    x: minutia.x * xScale,
    y: minutia.y * yScale,
    direction: direction < 0 ? direction + 2 * Math.PI : direction,
  };
};
