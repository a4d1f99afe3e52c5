/** Built-in functions may differ in the last bit between runtimes, which growing ridges would amplify. */
const TWO_PI = 2 * Math.PI;

export const sin = (angle: number): number => {
  let x = angle - TWO_PI * Math.round(angle / TWO_PI);
  if (x > Math.PI / 2) x = Math.PI - x;
  else if (x < -Math.PI / 2) x = -Math.PI - x;
  const s = x * x;
  return x * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - (s / 72) * (1 - (s / 110) * (1 - s / 156))))));
};

export const cos = (angle: number): number => sin(angle + Math.PI / 2);

export const atan2 = (y: number, x: number): number => {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === 0 && ay === 0) return 0;
  let angle = ay <= ax ? atanOfUnit(ay / ax) : Math.PI / 2 - atanOfUnit(ax / ay);
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
};

/** A polynomial for 0 to 1; wrong by less than 1e-5 rad. */
const atanOfUnit = (t: number): number => {
  const s = t * t;
  return t * (0.99997726 + s * (-0.33262347 + s * (0.19354346 + s * (-0.11643287 + s * (0.05265332 - s * 0.0117212)))));
};

/** (1 + x/1024)^1024: for the falloffs used here its shape matters, not its digits. Zero for very negative x. */
export const exp = (x: number): number => {
  let power = Math.max(0, 1 + x / 1024);
  for (let i = 0; i < 10; i++) power *= power;
  return power;
};
