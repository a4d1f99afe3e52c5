/** The rate above which so few hits would be seen in at most 5 % of all series: Clopper and Pearson's one-sided bound. */
export function upperBound(hits: number, attempts: number): number {
  if (attempts === 0) return 1;
  let low = hits / attempts;
  let high = 1;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (atMost(hits, attempts, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** The chance of at most so many hits, each with this rate. */
function atMost(hits: number, attempts: number, rate: number): number {
  let term = attempts * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let k = 1; k <= hits; k++) {
    term += Math.log((attempts - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return sum;
}
