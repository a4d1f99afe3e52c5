export const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#eef0f5, #0d0f14); color: light-dark(#161a24, #f0f2f7); }
main { box-sizing: border-box; max-width: 26rem; margin: 12vh auto 0; padding: 2rem; border-radius: 1rem; background: light-dark(#fff, #171a21); }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
form { margin: 0; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input { margin: .25rem 0 1rem; padding: .75rem; border: 1.5px solid light-dark(#868fa1, #7f889a); border-radius: .75rem; background: transparent; color: inherit; }
button { margin-bottom: .5rem; padding: .75rem; border: 0; border-radius: .75rem; background: light-dark(#3453d9, #93a8ff); color: light-dark(#fff, #10131b); font-weight: 600; cursor: pointer; }
button.plain { background: none; color: light-dark(#3453d9, #93a8ff); }
[role=alert] { color: light-dark(#b3261e, #ff8f86); }`;

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

interface StepOptions {
  readonly uid: string;
  readonly message: string;
}

/** The address of a page is `/interaction/{uid}`, so the steps are relative to it. */
const form = (action: string, content: string): string => `<form method="post" action="${action}">${content}</form>`;

const alert = (message: string): string => `<p role="alert">${escaped(message)}</p>`;
const other = (uid: string): string => form(`${uid}/name`, '<button class="plain">Use another name</button>');
const leave = (uid: string): string => form(`${uid}/cancel`, '<button class="plain">Cancel</button>');

const field = (label: string, attributes: string): string =>
  `<label>${label} <input ${attributes} autocapitalize="none" spellcheck="false" required autofocus></label><button>Continue</button>`;

export const namePage = (title: string, { uid, message }: StepOptions): string =>
  page(
    title,
    alert(message) + form(`${uid}/name`, field('Your name', 'name="name" autocomplete="username"')) + leave(uid),
  );

export const invitationPage = (title: string, { uid, message }: StepOptions): string =>
  page(
    title,
    `${alert(message)}<p>You need the code of your invitation once. The operator of this page has it.</p>${form(
      `${uid}/invitation`,
      field('Code', 'name="code" autocomplete="off"'),
    )}${other(uid)}${leave(uid)}`,
  );

export const fingerPage = (title: string, label: string, { uid, message }: StepOptions): string =>
  page(
    title,
    `${alert(message)}<button id="finger">${label}</button>${other(uid)}${leave(uid)}<script type="module" src="/assets/page.js"></script>`,
  );
