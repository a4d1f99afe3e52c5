/** A phrase that is not plain English, or not our word for a thing, and what to write instead. */
export interface Pattern {
  readonly found: RegExp;
  readonly instead: string;
}

// biome-ignore format: one row a line
export const PHRASES: readonly Pattern[] = [
  { found: /\bwhoever\b/i, instead: 'name the subject: “a client that …”, “anyone who …”' },
  { found: /(?:^|[.;:] |\()who (?:asks|waits|says|comes|looks|holds|goes|knows|has|wants|needs|sees|sends|reads|begins|takes|gives|enrolled|signed)\b(?![^.]*\?)/im, instead: 'name the subject' },
  { found: /\b(?:of|to|by|for|from|with) who\b/i, instead: 'name the subject' },
  { found: /\bwhat (?:comes?|stands?|lies|speaks|waits|is asked|was asked|follows|was there|there is of)\b/i, instead: 'name the thing' },
  { found: /\bso many\b/i, instead: 'that number of' },
  { found: /\bof late\b/i, instead: 'recently' },
  { found: /\banew\b/i, instead: 'again' },
  { found: /\bbeside\b/i, instead: 'next to, compared with' },
  { found: /\bc[oa]mes? to\b(?! life)/i, instead: 'reach, happen to, amount to' },
  { found: /\bof (?:its|their) own\b/i, instead: '“its own …”' },
  { found: /\bby itself\b/i, instead: 'automatically' },
  { found: /, also (?:after|where|when|while|if|not|of|one|what|with|in|on)\b/i, instead: 'even …' },
  { found: /\b(?:is|are|be|was|were) told\b/i, instead: 'gets, is notified' },
  { found: /\bstands? (?:in|beside|among|behind|on|at|there|here)\b/i, instead: 'is in' },
  { found: /\b(?:lie|lies) (?:in|below|beside|there)\b/i, instead: 'is in' },
  { found: /\bis content\b/i, instead: 'reports no problems' },
  { found: /\bhears? of\b/i, instead: 'gets an alert' },
  { found: /\bhow it stands\b/i, instead: 'status' },
  { found: /\blook-ups?\b/i, instead: 'lookup' },
  { found: /\ball the same\b|\btherein\b|\bwherein\b|\bthereof\b/i, instead: 'leave it out' },
  { found: /\bnobody else's\b|\bsomebody\b/i, instead: 'name the person: user, operator, developer' },
  { found: /\bgives? (?:back|away)\b/i, instead: 'return, reveal' },
  { found: /\bis no (?:proof|outcome|answer|duration|finger|match|room)\b/i, instead: 'is not a …' },
];

// biome-ignore format: one row a line
export const TERMS: readonly Pattern[] = [
  { found: /\bcompanion\b|\bapp pages?\b/i, instead: 'app' },
  { found: /\bwol(?:f|ves)\b|\bsoup\b|\bintruders?\b|\bstrangers?\b/i, instead: 'forged record, attacker, another user' },
  { found: /\btrails?\b/i, instead: 'audit log' },
  { found: /\bkeep-room\b/i, instead: 'connection limit' },
  { found: /\bheld refusals?\b|\bturned away\b/i, instead: 'load shedding' },
  { found: /\b(?:an|the|every|each|one|these|those|operators?['’]s?) acts?\b(?! on)/i, instead: 'operator action' },
  { found: /\b(?:a|an|the|one|each|every|another|per|first|last|good|poor|three|two) touch(?:es)?\b/i, instead: 'capture' },
  { found: /\bfigures\b/i, instead: 'metrics, numbers' },
  { found: /\brooms?\b|\bthe house\b/i, instead: 'folder, package, space' },
  { found: /\bclaims? (?:events?|deliver)/i, instead: 'lease' },
  { found: /\bmrc_/i, instead: 'mch_' },
  { found: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { found: /\bdear(?:er|est)\b/i, instead: 'more expensive, most expensive' },
];

/** British spellings. Names in code count too, so a word may be part of another. */
// biome-ignore format: one row a line
export const SPELLING: readonly Pattern[] = [
  { found: /(?:col|fav|hon|lab|behavi|neighb|harb|hum|rum|vap)our(?!se)/i, instead: '-or' },
  { found: /(?:binar|normal|serial|regular|local|summar|organ|recogn|author|initial|synchron|optim|minim|maxim|util|categor|custom|token|random|quant|visual)is(?:e[ds]?|ing|ation)(?![a-z])/i, instead: '-ize' },
  { found: /(?:anal|paral|catal)ys(?:e[ds]?|ing)(?![a-z])/i, instead: '-yze' },
  { found: /centre|\b(?:milli|centi|kilo)?metres?\b|fibre|litre/i, instead: '-er' },
  { found: /labell(?:ed(?!by)|ing)|cancell(?:ed|ing)|modell(?:ed|ing)|travell(?:ed|ing)|signall(?:ed|ing)/i, instead: 'one l' },
  { found: /judgement|acknowledgement|licence|defence|offence|grey|artefact|misspelt|learnt|practis(?:e|ing)|towards|whilst|amongst/i, instead: 'the American spelling' },
];

/** Measured values belong to docs/benchmarks.md. */
// biome-ignore format: one row a line
export const MEASURED: readonly Pattern[] = [
  { found: /\bp(?:50|90|95|99)\b[^.\n|]{0,24}\d/i, instead: 'docs/benchmarks.md' },
  { found: /\d[ \u00a0]?(?:ms|µs|μs)\b/, instead: 'docs/benchmarks.md, or a generated value' },
  { found: /\bmeasured\b[^.\n]{0,40}\d/i, instead: 'docs/benchmarks.md' },
  { found: /\d[ \u00a0]?(?:%|percent)(?= (?:of|less|more|faster|slower|fewer|lower|higher))/i, instead: 'docs/benchmarks.md' },
  { found: /\d (?:requests|sessions|calls|pages|creations|results|tokens)(?:\/s| (?:a|per) second)\b/i, instead: 'docs/benchmarks.md' },
  { found: /\b(?:EER|equal error rate)\b[^.\n]{0,30}\d/i, instead: 'docs/benchmarks.md' },
  { found: /\b(?:half|twice|a third|a quarter|a fifth|a sixth|a tenth|two thirds) (?:of )?(?:the |as much |less |more )?(?:time|CPU|processor|memory)\b/i, instead: 'docs/benchmarks.md' },
  { found: /\b\d+(?:\.\d+)?(?: times|×) (?:faster|slower|as fast)\b/i, instead: 'docs/benchmarks.md' },
];
