/** Why bytes did not become an image. A closed list, so that a caller can switch on it. */
export type ImageFileErrorCode =
  /** Neither ISO/IEC 19794-4 nor WSQ. */
  | 'not_an_image'
  /** A record of an edition that is not read. */
  | 'unread_version'
  /** JPEG, JPEG 2000, bits packed, colours: what is inside is not read. */
  | 'unread_content'
  /** It ends too early, or says so. */
  | 'length'
  | 'image_size'
  | 'resolution'
  /** What is inside contradicts itself. */
  | 'damaged';

export class ImageFileError extends Error {
  override readonly name = 'ImageFileError';
  readonly code: ImageFileErrorCode;

  constructor(code: ImageFileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
