export type ImageErrorCode = 'invalid_image' | 'image_too_small' | 'image_too_large' | 'no_finger';

export class ImageError extends Error {
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string) {
    super(message);
    this.name = 'ImageError';
    this.code = code;
  }
}

/** The engine cannot run here: WebAssembly is missing, too old or switched off. */
export class UnsupportedRuntimeError extends Error {
  override readonly name = 'UnsupportedRuntimeError';

  constructor(why: string, options?: ErrorOptions) {
    super(`The fingerprint engine needs WebAssembly with vector instructions, and ${why}.`, options);
  }
}
