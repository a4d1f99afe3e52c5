export type TemplateErrorCode =
  | 'not_a_record'
  | 'unread_version'
  | 'length'
  | 'view_count'
  | 'image_size'
  | 'resolution'
  | 'finger_position'
  | 'quality'
  | 'minutiae_count'
  | 'minutia_type'
  | 'minutia_position'
  | 'minutia_direction'
  | 'extended_data'
  | 'implausible';

export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly code: TemplateErrorCode;

  constructor(code: TemplateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
