import { OPERATION_DETAILS } from '@authly/contract/catalogue/operations';
import type { OperationName } from '@authly/contract/operation-table';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import { codeInline, escapeHtml, heading } from './html.ts';
import { prettyJson } from './pretty-json.ts';

interface TriedCall {
  readonly operation: OperationName;
  readonly title: string;
  readonly text: string;
  readonly body?: object;
}

const USER = 'user-7f3a';

const TRIED_CALLS: readonly TriedCall[] = [
  {
    operation: 'issueToken',
    title: 'Get a token',
    text: 'The sandbox adds its credentials and hides them in what it shows. The calls below use a token that it keeps.',
  },
  {
    operation: 'createEnrollmentSession',
    title: 'Enroll a finger',
    text: 'With `sandbox_outcome`, the sandbox plays the app as soon as the hosted page is open. Remove it to capture with the app yourself.',
    body: { merchant_user_ref: USER, metadata: { sandbox_outcome: 'enrolled' } },
  },
  {
    operation: 'createVerificationSession',
    title: 'Verify the finger',
    text: 'Ask for the finger in the enrollment’s result. The sandbox enrolls the right index finger, `RI`.',
    body: { merchant_user_ref: USER, payload: { finger: 'RI' }, metadata: { sandbox_outcome: 'matched' } },
  },
  {
    operation: 'readResult',
    title: 'Read the result',
    text: 'Reads the session that you created last. With `wait`, the response comes when the status changes.',
  },
  {
    operation: 'cancelSession',
    title: 'Cancel',
    text: 'Works while the hosted page is open and nothing has been captured.',
    body: { merchant_user_ref: USER, reason: 'order_withdrawn' },
  },
  {
    operation: 'listSigningKeys',
    title: 'List the signing keys',
    text: 'Needs no token. Your Bio API fetches this list.',
  },
];

/** Holds no credential: the key in its address lets it ask the sandbox to make calls. */
export const tryItHtml = (): string => `<h1>Try it</h1>
<p>Make real calls to this sandbox with the demo shop’s credentials, and see each request and response.</p>
<p class="notice" id="try-locked">Press <code>t</code> where <code>npm start</code> runs, or open <code>try_url</code> of <code>sandbox.json</code>. The link carries a key, so that nobody else on your network can use your sandbox’s credentials. The page needs JavaScript.</p>
${TRIED_CALLS.map(callHtml).join('\n')}`;

function callHtml({ operation, title, text, body }: TriedCall): string {
  const { method, path, summary } = OPERATION_DETAILS[operation];
  return `<section class="try" data-operation="${operation}">
${heading(2, operation, escapeHtml(title))}
<p><code>${method} ${path}</code> ${escapeHtml(summary)}.</p>
<p>${codeInline(text)}</p>
<form data-calls="${DOCS_PATHS.tryItCalls}" data-line="${method} ${path}">${fieldsHtml(operation, body)}<button class="main" type="submit" disabled>Send</button></form>
<div class="tried" aria-live="polite"></div>
</section>`;
}

function fieldsHtml(operation: OperationName, body: object | undefined): string {
  const { parameters = {}, query = {} } = OPERATION_DETAILS[operation].example;
  const field = (name: string, value: string, where: string): string =>
    `<label>${name}<input name="${name}" data-in="${where}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false" required></label>`;
  const text = body && prettyJson(body);
  return [
    ...Object.keys(parameters).map((name) => field(name, '', 'path')),
    ...Object.entries(query).map(([name, value]) => field(name, value, 'query')),
    text &&
      `<label>Body<textarea name="body" rows="${text.split('\n').length + 1}" spellcheck="false">${escapeHtml(text)}</textarea></label>`,
  ].join('');
}
