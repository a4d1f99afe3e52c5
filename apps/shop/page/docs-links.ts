export const DOCS_LINKS: readonly (readonly [call: RegExp, page: string])[] = [
  [/^POST \/oauth\/token$/, 'reference/api#issueToken'],
  [/^POST \/v1\/enrollment-sessions$/, 'reference/api#createEnrollmentSession'],
  [/^POST \/v1\/verification-sessions$/, 'reference/api#createVerificationSession'],
  [/^GET \/v1\/sessions\/[^/]+\/result$/, 'reference/api#readResult'],
  [/^POST \/v1\/sessions\/[^/]+\/cancel$/, 'reference/api#cancelSession'],
  [/^GET \/v1\/signing-keys$/, 'reference/api#listSigningKeys'],
  [/^POST \/bio\/\w+$/, 'reference/bio-api#store'],
  [/^POST \/bio\/\w+\/lookup$/, 'reference/bio-api#lookup'],
  [/^POST \/webhooks\//, 'guides/webhooks'],
];

export const docsPage = (method: string, path: string): string | undefined =>
  DOCS_LINKS.find(([call]) => call.test(`${method} ${path}`))?.[1];
