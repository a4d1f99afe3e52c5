/** An 8-bit gray image: 0 is black (a ridge), 255 is white, rows from the top. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly dpi: number;
  /** 0 to 100, if known: `fromPhoto` measures the ridges of a photo before it evens out the light. */
  readonly quality?: number;
}

export type MinutiaType = 'ending' | 'bifurcation' | 'other';

/** Position in pixels of the view's own resolution; direction in radians, 0 to 2π, counter-clockwise from the x axis (ISO/IEC 19794-2). */
export interface Minutia {
  readonly x: number;
  readonly y: number;
  readonly direction: number;
  readonly type: MinutiaType;
  /** 1 to 100; 0 means that no quality was reported. */
  readonly quality: number;
}

export type CaptureFault = 'no_finger' | 'too_dry' | 'too_wet' | 'too_small' | 'at_edge';

/** One capture of one finger, which an ISO record calls a finger view. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** Always 500 for views that this engine extracts; records of other makers may differ. */
  readonly dpi: number;
  readonly quality: number;
  /** Why the capture is not worth enrolling, if known. Not part of a record. */
  readonly fault?: CaptureFault;
  readonly minutiae: readonly Minutia[];
  /** The ridge map, which a record carries as vendor data (at most `MAX_EXTENDED_BYTES`). */
  readonly extended?: Uint8Array;
}
