import { JOURNEY, journeyPicture, NARROW, WIDE } from './journey-picture.ts';

const CARDS = [
  ['/docs/quick-start', 'Quick start', 'A matched finger in two minutes.'],
  ['/docs/guides/integrate-backend', 'Integrate', 'Your server and your page.'],
  ['/docs/reference/api', 'API reference', 'Every call, in six languages.'],
  ['/docs/guides/implement-the-bio-api', 'Bio API', 'The two calls that you serve.'],
] as const;

/** What it is, in one screen. `has` says whether a page is there to be linked to. */
export function homeHtml(has: (address: string) => boolean): string {
  const cards = CARDS.filter(([address]) => has(address)).map(
    ([address, title, text]) => `<li><a href="${address}"><strong>${title}</strong><span>${text}</span></a></li>`,
  );
  const steps = JOURNEY.map(({ text }) => `<li>${text}</li>`);
  return `<h1>People pay and sign in with a finger</h1>
<p class="lead">Authly runs fingerprint enrollment and verification for your shop: a hosted page with a QR code, a capture on the person’s phone, a comparison. <strong>Enrollment data lives with you alone</strong>: Authly holds it in memory for one request.</p>
<figure class="journey"><div class="wide">${journeyPicture(WIDE)}</div><div class="narrow">${journeyPicture(NARROW)}<ol>${steps.join('')}</ol></div><figcaption>A verification, from the click to the answer.</figcaption></figure>
<ul class="cards">${cards.join('')}</ul>`;
}
