/** A closed list, so that a caller can switch on it. */
type ImageFileErrorCode =
  /** Neither ISO/IEC 19794-4 nor WSQ. */
  | 'not_an_image'
  /** An unsupported edition. */
  | 'unread_version'
  /** Unsupported content: JPEG, JPEG 2000, packed bits, colours. */
  | 'unread_content'
  /** The file ends too early, or its stated length is wrong. */
  | 'length'
  | 'image_size'
  | 'resolution'
  /** The content contradicts itself. */
  | 'damaged';

export class ImageFileError extends Error {
  override readonly name = 'ImageFileError';
  readonly code: ImageFileErrorCode;

  constructor(code: ImageFileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
