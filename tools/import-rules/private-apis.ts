import { importsOf } from './imports.ts';

/** Folders that packages keep for themselves, whether or not Node lets them be imported. */
const PRIVATE_FOLDER = /^(?:@[^/]+\/)?[^/]+\/(?:lib|src|build|internals?|private)\//;
const LANGUAGE = /\.(?:ts|tsx|mjs)$/;
/** These name what is looked for. */
const OWN = /^tools\/import-rules\/private-apis\./;

/** Objects of Node and of packages by the names that they have here. */
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
  // Our own objects are written as literals and classes, so that only foreign ones would need these.
  ['a redefined member', /\b(?:Object|Reflect)\.definePropert(?:y|ies)\b|\.__define[GS]etter__\b|\.prototype\.\w+ = /],
  // A test may raise a signal for the listeners that it added.
  ['listeners of others', /\.removeAllListeners\b|(?<!\bprocess)\.(?:listeners|rawListeners)\(/],
  [
    'a member that its package does not document',
    /\bconnection\b.*\bstream\b.*Socket|\.connection\.stream\b|\bhashMap\b|\bupperBounds\b|\bdestroySSL\b/,
  ],
];

/** What a file uses of Node or of a package beside its public API, as far as its text shows that. */
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

/** Comments may name what the code must not use. */
const ownLine = (line: string): string[] =>
  /^\s*(?:\/\/|\/?\*)/.test(line) ? [] : PATTERNS.filter(([, pattern]) => pattern.test(line)).map(([why]) => why);
