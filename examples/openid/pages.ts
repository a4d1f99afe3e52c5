export const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#eef0f5, #0d0f14); color: light-dark(#161a24, #f0f2f7); }
main { box-sizing: border-box; max-width: 26rem; margin: 12vh auto 0; padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #171a21); }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input { margin: .25rem 0 1rem; padding: .75rem; border: 1.5px solid light-dark(#868fa1, #7f889a); border-radius: .75rem; background: transparent; color: inherit; }
button { margin-bottom: .5rem; padding: .75rem; border: 0; border-radius: .75rem; background: light-dark(#3453d9, #93a8ff); color: light-dark(#fff, #10131b); font-weight: 600; cursor: pointer; }
button.plain { background: none; color: light-dark(#3453d9, #93a8ff); }
[role=alert] { font-weight: 600; }`;

/** Sent with every page. The finger's page must keep the window that it opens. */
export const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/assets/style.css">
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</html>
`;

/** The address of a step's page is `/interaction/{uid}`, so the addresses of its buttons are relative to it. */
export interface Step {
  readonly uid: string;
  readonly title: string;
  readonly message: string;
}

const button = (action: string, label: string): string =>
  `<button class="plain" formaction="${action}" formnovalidate>${label}</button>`;

const step = ({ uid, title, message }: Step, content: string): string =>
  page(
    title,
    `<form method="post"><p role="alert">${escaped(message)}</p>${content}${button(`${uid}/cancel`, 'Cancel')}</form>`,
  );

const field = (label: string, attributes: string, action: string): string =>
  `<label>${label} <input ${attributes} autocapitalize="none" spellcheck="false" required autofocus></label><button formaction="${action}">Continue</button>`;

export const namePage = (of: Step): string =>
  step(of, field('Your name', 'name="name" autocomplete="username"', `${of.uid}/name`));

const another = ({ uid }: Step): string => button(`${uid}/name`, 'Use another name');

export const invitationPage = (of: Step): string =>
  step(
    of,
    `<p>You need the code of your invitation once. The operator of this page has it.</p>${field('Code', 'name="code" autocomplete="off"', `${of.uid}/invitation`)}${another(of)}`,
  );

/** The script enables the button. */
export const fingerPage = (of: Step, label: string): string =>
  step(
    of,
    `<button type="button" id="finger" disabled>${label}</button>${another(of)}<script type="module" src="/assets/page.js"></script>`,
  );
