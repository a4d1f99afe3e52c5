/** An 8-bit gray image: 0 is black (a ridge), 255 is white, rows from the top. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly dpi: number;
  /** 0 to 100, where whoever made the image has measured how clear its ridges are: a photo's are judged before they are evened out. */
  readonly quality?: number;
}

export type MinutiaType = 'ending' | 'bifurcation' | 'other';

/** Position in pixels of the view's own resolution; direction in radians, 0 to 2π, counter-clockwise from the x axis (ISO/IEC 19794-2). */
export interface Minutia {
  readonly x: number;
  readonly y: number;
  readonly direction: number;
  readonly type: MinutiaType;
  /** 1 to 100; 0 says that no quality was reported. */
  readonly quality: number;
}

/** What a person can do better with the next touch, where this one lies below the bar. */
export type TouchFault = 'no_finger' | 'too_dry' | 'too_wet' | 'too_small' | 'at_edge';

/** One touch of one finger: what an ISO record calls a finger view. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** Always 500 for what this engine extracts; a record of another maker may say something else. */
  readonly dpi: number;
  /** 0 to 100. */
  readonly quality: number;
  /** Why the touch is not worth enrolling, where that can be told from its picture. No record keeps it. */
  readonly fault?: TouchFault;
  readonly minutiae: readonly Minutia[];
  /** What this engine knows beyond minutiae; opaque to a record, which carries it as vendor data (at most `MAX_EXTENDED_BYTES`). */
  readonly extended?: Uint8Array;
}
