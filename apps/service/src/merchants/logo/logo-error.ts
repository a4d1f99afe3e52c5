/** A file that cannot be a logo. Its message is for the operator. */
export class LogoError extends Error {
  override readonly name = 'LogoError';
}

/** A part of a picture's file. */
export interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** The same picture with nothing beside it. */
export interface SafePicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}
