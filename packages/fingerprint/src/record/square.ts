import type { Minutia, View } from '../types.ts';

/** The one pixel grid that a record declares for all its views. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
}

/**
 * A record may state two resolutions, a view has one. The finer axis is brought down to the coarser, so that nothing
 * grows past what a record can hold and no detail is claimed that was not there.
 */
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
