import { LogoError } from './logo-error.ts';
import { svgTags, type SvgTag } from './svg-tags.ts';

/** Shapes and how they are filled. No text, style sheet, image, link, script, animation, filter, nor what repeats other parts. */
const ELEMENTS = new Set([
  'svg',
  'g',
  'defs',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
]);
const ATTRIBUTES = new Set(
  `id viewBox width height preserveAspectRatio transform opacity color fill fill-opacity fill-rule stroke stroke-width stroke-opacity
   stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset clip-path clip-rule d points x y x1 y1 x2 y2 cx cy r
   rx ry fx fy offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits`.split(/\s+/),
);
const GRADIENTS = new Set(['linearGradient', 'radialGradient']);

/** Numbers, names, colours and functions of them: nothing that could name another place. */
const PLAIN_VALUE = /^[\w\s.,#%()+-]*$/;
const OWN_PART = /^url\(#[\w-]+\)$/;
const OWN_HREF = /^#[\w-]+$/;
const MAX_DEPTH = 32;

/** The drawing written anew from what is on the lists. The rest is left out, and named. */
export function safeSvg(text: string): { readonly svg: string; readonly leftOut: readonly string[] } {
  const leftOut = new Set<string>();
  const open: string[] = [];
  let unknownDepth = 0;
  let svg = '';
  for (const tag of svgTags(text)) {
    const isRoot = svg === '';
    if (isRoot && (tag.name !== 'svg' || tag.kind !== 'open')) throw new LogoError('this SVG file has no drawing');
    if (!isRoot && open.length === 0) throw new LogoError('this SVG file is not whole');
    const known = unknownDepth === 0 && ELEMENTS.has(tag.name);
    if (tag.kind === 'close') {
      if (open.pop() !== tag.name) throw new LogoError('this SVG file is not whole');
      if (unknownDepth > 0) unknownDepth--;
      else svg += `</${tag.name}>`;
      continue;
    }
    if (!known && unknownDepth === 0) leftOut.add(`<${tag.name}>`);
    if (known) svg += written(tag, isRoot, leftOut);
    if (tag.kind === 'empty') continue;
    open.push(tag.name);
    if (!known) unknownDepth++;
    if (open.length > MAX_DEPTH) throw new LogoError(`this SVG file is nested deeper than ${MAX_DEPTH} levels`);
  }
  if (svg === '') throw new LogoError('a logo is a PNG picture or an SVG drawing: this file is neither');
  if (open.length > 0) throw new LogoError('this SVG file is not whole');
  return { svg, leftOut: [...leftOut] };
}

function written({ name, kind, attributes }: SvgTag, isRoot: boolean, leftOut: Set<string>): string {
  const kept = new Map<string, string>();
  for (const [attribute, value] of attributes.flatMap(unfoldStyle)) {
    if (/^xmlns(?::|$)/.test(attribute)) continue;
    const asName = attribute === 'xlink:href' ? 'href' : attribute;
    if (isSafe(name, asName, value)) kept.set(asName, value);
    else leftOut.add(attribute);
  }
  if (isRoot && !kept.has('viewBox') && !(kept.has('width') && kept.has('height')))
    throw new LogoError('this SVG file says no size: it needs a viewBox');
  const parts = [...kept].map(([attribute, value]) => ` ${attribute}="${value}"`).join('');
  return `<${name}${isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : ''}${parts}${kind === 'empty' ? '/' : ''}>`;
}

function isSafe(element: string, attribute: string, value: string): boolean {
  if (attribute === 'href') return GRADIENTS.has(element) && OWN_HREF.test(value);
  if (!ATTRIBUTES.has(attribute)) return false;
  return OWN_PART.test(value) || (PLAIN_VALUE.test(value) && !/url/i.test(value));
}

/** Editors write `style="fill:#fff"` where `fill="#fff"` says the same. */
function unfoldStyle([name, value]: readonly [string, string]): (readonly [string, string])[] {
  if (name !== 'style') return [[name, value]];
  return value
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const colon = part.indexOf(':');
      return [part.slice(0, colon).trim(), part.slice(colon + 1).trim()] as const;
    });
}
