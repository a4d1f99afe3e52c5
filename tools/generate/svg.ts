/** Colours of drawings that stand alone as files; on a page the same classes are in its style sheet, for a strict CSP takes no inline style. */
const FILE_STYLE = `<style>
svg { font-family: system-ui, sans-serif; --ink: #161a24; --soft: #565e6e; --line: #868fa1; --paper: #fff; --tint: #eef1fd; --accent: #3453d9; --on-accent: #fff }
@media (prefers-color-scheme: dark) { svg { --ink: #f0f2f7; --soft: #a7afbf; --line: #7f889a; --paper: #171a21; --tint: #20263a; --accent: #93a8ff; --on-accent: #10131b } }
.paper { fill: var(--paper) } .box { fill: var(--tint); stroke: var(--line) } .end { fill: var(--accent) } text { fill: var(--ink) } text.on-end { fill: var(--on-accent) }
text.label { fill: var(--soft) } .arrow { stroke: var(--line); stroke-width: 1.4; fill: none } .tip { fill: var(--line) } .lane { stroke: var(--line); stroke-dasharray: 2 4 }
</style>`;

export const standalone = (svg: string): string =>
  svg.replace(/^<svg [^>]*>/, (tag) => `${tag}\n${FILE_STYLE}\n<rect class="paper" width="100%" height="100%"/>`);

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly size: number;
}

export interface Line {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

export const opening = (width: number, height: number, name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">`;

const TIP = 7;

export function arrow({ from, to }: Line): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const base = { x: to.x - TIP * dx, y: to.y - TIP * dy };
  const [side, other] = [1, -1].map((sign) => `${base.x - (sign * dy * TIP) / 2} ${base.y + (sign * dx * TIP) / 2}`);
  return `<path class="arrow" d="M${from.x} ${from.y}L${base.x} ${base.y}"/><path class="tip" d="M${to.x} ${to.y}L${side}L${other}z"/>`;
}

export const label = ({ text, x, y, anchor, size }: Label, kind = 'label'): string =>
  `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}">${text}</text>`;

export const box = ({ left, top, width, height }: Box, kind: string): string =>
  `<rect class="${kind}" x="${left}" y="${top}" width="${width}" height="${height}" rx="8"/>`;
