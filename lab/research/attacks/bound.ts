/** The one-sided 95 % upper bound of Clopper and Pearson. */
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

/** The probability of at most this number of hits at this rate. */
function atMost(hits: number, attempts: number, rate: number): number {
  let term = attempts * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let k = 1; k <= hits; k++) {
    term += Math.log((attempts - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return sum;
}
