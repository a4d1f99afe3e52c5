export class LogoError extends Error {
  override readonly name = 'LogoError';
}

export interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

export interface SafePicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}
