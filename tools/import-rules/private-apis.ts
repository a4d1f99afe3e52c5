import { importsOf } from './imports.ts';

/** Private folders of packages, whether or not Node can import them. */
const PRIVATE_FOLDER = /^(?:@[^/]+\/)?[^/]+\/(?:lib|src|build|internals?|private)\//;
const LANGUAGE = /\.(?:ts|tsx|mjs)$/;
/** These files contain the patterns. */
const OWN = /^tools\/import-rules\/private-apis\./;

/** Our variable names for objects of Node and of packages. */
const FOREIGN =
  '(?:process|console|socket|server|parser|message|incoming|request|response|req|res|stream|client|connection)';

const PATTERNS: readonly (readonly [why: string, pattern: RegExp])[] = [
  ['a private member', /(?<!\.)\._[a-z]\w*|\b\w+\?\._[a-z]\w*|readonly _[a-z]\w*|\['_[a-z]\w*'\]|'_[a-z]\w*' in /],
  ['a private member, taken apart', /(?:const|let) \{(?:[^}]*,)? _[a-z]\w*\b/],
  ['a private symbol', /getOwnPropertySymbols|\.symbols\.|\.\w+Sym\]|\[k[A-Z]\w*\]/],
  ['a private binding', /process\.binding\(|internalBinding/],
  ['an overwritten method', new RegExp(`\\b${FOREIGN}\\.(?!on[a-z]+\\b)\\w+ = (?:async )?(?:\\(|function\\b|\\w+ =>)`)],
  [
    'an overwritten member',
    // Fastify documents that `request.headers` may be set; Node does not.
    new RegExp(
      `Object\\.assign\\((?:this|log|${FOREIGN}),|\\b${FOREIGN}\\.rawHeaders = |\\b(?:message|raw)\\.headers = `,
    ),
  ],
  // Our own objects never need these calls.
  [
    'a redefined member',
    /\b(?:Object|Reflect)\.definePropert(?:y|ies)\b|\.__define[GS]etter__\b|\.prototype\.\w+ = |\bReflect\.set\(/,
  ],
  // A test may call the listeners of a signal.
  ['listeners of others', /\.removeAllListeners\b|(?<!\bprocess)\.(?:listeners|rawListeners)\(/],
  [
    'a member that its package does not document',
    /\bconnection\b.*\bstream\b.*Socket|\.connection\.stream\b|\bhashMap\b|\bupperBounds\b|\bdestroySSL\b/,
  ],
];

export function privateApis(file: string, read: () => string): string[] {
  if (!LANGUAGE.test(file) || OWN.test(file)) return [];
  const source = read();
  const imports = importsOf(source)
    .map(({ specifier }) => specifier)
    .filter((specifier) => !specifier.startsWith('@authly/'));
  return [
    ...imports
      .filter((specifier) => !specifier.startsWith('.') && PRIVATE_FOLDER.test(specifier))
      .map((specifier) => `${file}: imports ${specifier} (a private file of a package)`),
    ...source.split('\n').flatMap((line, at) => ownLine(line).map((why) => `${file}:${at + 1}: uses ${why}`)),
  ];
}

/** Comments may name private APIs. */
const ownLine = (line: string): string[] =>
  /^\s*(?:\/\/|\/?\*)/.test(line) ? [] : PATTERNS.filter(([, pattern]) => pattern.test(line)).map(([why]) => why);
