import { LogoError } from './logo-error.ts';

export interface SvgTag {
  readonly kind: 'open' | 'close' | 'empty';
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** No document type, so no entities; no CDATA; texts between tags are passed over. */
const SKIPPED = /[^<]+|<!--[\s\S]*?-->|<\?xml\s[^<>]*\?>/y;
const NAME = '[A-Za-z_][\\w.:-]*';
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');

/** The tags of an SVG file in their order. */
export function* svgTags(text: string): Generator<SvgTag> {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const found = matchAt(SKIPPED, text, at) ?? matchAt(TAG, text, at);
    if (found === null) throw new LogoError('a logo is a PNG picture or a plain SVG drawing: this file is neither');
    at += found[0].length;
    const [, slash, name, attributes, empty] = found;
    if (name === undefined) continue;
    const kind = slash ? 'close' : empty ? 'empty' : 'open';
    yield { kind, name, attributes: attributesOf(attributes ?? '') };
  }
}

const attributesOf = (text: string): SvgTag['attributes'] =>
  [...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name!, double ?? single ?? ''] as const);

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
