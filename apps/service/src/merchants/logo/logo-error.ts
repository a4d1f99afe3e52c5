export class LogoError extends Error {
  override readonly name = 'LogoError';
}
