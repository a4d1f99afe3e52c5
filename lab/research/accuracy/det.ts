import type { CurvePoint } from './rates.ts';

const SIZE = 520;
const MARGIN = 60;
const LOWEST = 1e-4;
const COLORS = ['#1b6ca8', '#c0392b', '#27864a', '#8e44ad', '#b9770e', '#16808a', '#555555', '#d2527f'];

/** Detection error trade-off: false non-match rate over false match rate, both logarithmic; the dotted diagonal is where they are equal. */
export function detSvg(curves: readonly { name: string; points: readonly CurvePoint[] }[]): string {
  const body = [
    frame(),
    ...curves.map((each, k) => line(each.points, COLORS[k % COLORS.length]!)),
    ...curves.map((each, k) => legend(each.name, k)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE + 2 * MARGIN} ${SIZE + 2 * MARGIN}" font-family="sans-serif" font-size="13">\n<rect width="100%" height="100%" fill="#fff"/>\n${body.join('\n')}\n</svg>\n`;
}

/** A logarithmic axis has no 0: it is drawn at the lowest rate. */
function place(rate: number): number {
  return (1 - Math.log10(Math.max(LOWEST, rate)) / Math.log10(LOWEST)) * SIZE;
}

function frame(): string {
  const ticks = [1e-4, 1e-3, 1e-2, 1e-1, 1].map((rate) => {
    const at = place(rate);
    const label = `${rate * 100} %`;
    return (
      `<path d="M${MARGIN + at} ${MARGIN}v${SIZE}M${MARGIN} ${MARGIN + SIZE - at}h${SIZE}" stroke="#ddd"/>` +
      `<text x="${MARGIN + at}" y="${MARGIN + SIZE + 18}" text-anchor="middle">${label}</text>` +
      `<text x="${MARGIN - 6}" y="${MARGIN + SIZE - at + 4}" text-anchor="end">${label}</text>`
    );
  });
  const names =
    `<text x="${MARGIN + SIZE / 2}" y="${MARGIN + SIZE + 42}" text-anchor="middle">false match rate</text>` +
    `<text transform="translate(14 ${MARGIN + SIZE / 2}) rotate(-90)" text-anchor="middle">false non-match rate</text>`;
  const equal = `<path d="M${MARGIN} ${MARGIN + SIZE}L${MARGIN + SIZE} ${MARGIN}" stroke="#999" stroke-dasharray="2 4"/>`;
  return ticks.join('\n') + equal + names;
}

function line(points: readonly CurvePoint[], color: string): string {
  const path = points.map(
    ({ falseMatch, falseNonMatch }) =>
      `${(MARGIN + place(falseMatch)).toFixed(1)} ${(MARGIN + SIZE - place(falseNonMatch)).toFixed(1)}`,
  );
  return `<path d="M${path.join('L')}" fill="none" stroke="${color}" stroke-width="1.6"/>`;
}

function legend(name: string, k: number): string {
  const y = MARGIN + 20 + k * 18;
  return `<path d="M${MARGIN + SIZE - 150} ${y - 4}h24" stroke="${COLORS[k % COLORS.length]}" stroke-width="2"/><text x="${MARGIN + SIZE - 120}" y="${y}">${name.replaceAll(/[<&]/g, '')}</text>`;
}
