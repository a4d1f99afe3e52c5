import { OPERATION_EXAMPLES } from '@authly/contract/operation-examples';
import { OPERATION_SCHEMAS } from '@authly/contract/operation-schemas';
import { OPERATIONS, type OperationName } from '@authly/contract/operations';
import { heading } from './blocks.ts';
import { escapeHtml, inlineHtml } from './html-text.ts';
import { prettyJson } from './pretty-json.ts';

export const TRY_IT_PATH = '/docs/try';
export const TRY_IT_CALLS_PATH = '/docs/try/calls';
export const TRY_IT_SCRIPT_PATH = '/docs/try-it.mjs';
/** What the page's address carries in its fragment, which reaches no log, proxy or Referer. */
export const TRY_IT_KEY_FRAGMENT = 'key';

interface TriedCall {
  readonly operation: OperationName;
  readonly title: string;
  readonly text: string;
  /** Instead of what the contract's example says. */
  readonly body?: object;
}

/** What can be tried, in the order of a journey. */
export const TRIED_CALLS: readonly TriedCall[] = [
  {
    operation: 'issueToken',
    title: 'Get a token',
    text: 'The sandbox adds its credentials; the page never sees them, nor the whole token. The calls below use one that it keeps.',
  },
  {
    operation: 'createEnrollmentSession',
    title: 'Enroll a finger',
    text: 'With a `sandbox_outcome` no app is needed: once the hosted page is open, the sandbox plays it. Remove it to use the app page.',
    body: { merchant_user_ref: 'user-7f3a', metadata: { sandbox_outcome: 'enrolled' } },
  },
  {
    operation: 'createVerificationSession',
    title: 'Verify it',
    text: 'The finger is the one that the enrollment’s result names; a finger that the sandbox played is the right index.',
    body: { merchant_user_ref: 'user-7f3a', payload: { finger: 'RI' }, metadata: { sandbox_outcome: 'matched' } },
  },
  {
    operation: 'readResult',
    title: 'Read the result',
    text: 'Of the session that was created last, unless you say another one. It waits for a change.',
  },
  {
    operation: 'cancelSession',
    title: 'Cancel',
    text: 'Possible while the hosted page is open and nothing was captured.',
    body: { merchant_user_ref: 'user-7f3a', reason: 'order_withdrawn' },
  },
  { operation: 'listSigningKeys', title: 'List the signing keys', text: 'No token: this is what your Bio API asks.' },
];

/** A page that makes calls. It holds no credential: the key in its address lets it ask the sandbox to make them. */
export const tryItHtml = (): string => `<h1>Try it</h1>
<p class="lead">Real calls to this sandbox with the demo shop’s credentials: what is sent and what comes back.</p>
<p class="notice" id="try-locked">This page works with the link that <code>npm start</code> printed, which is also <code>try_url</code> in <code>sandbox.json</code>: it carries a key, so that nobody else on your network can use your sandbox’s credentials. It needs JavaScript.</p>
${TRIED_CALLS.map(callHtml).join('\n')}`;

function callHtml({ operation, title, text, body }: TriedCall): string {
  const { method, path } = OPERATIONS[operation];
  return `<section class="try" data-operation="${operation}">
${heading(2, operation, escapeHtml(title))}
<p><code>${method} ${path}</code> ${escapeHtml(OPERATION_SCHEMAS[operation].summary)}.</p>
<p>${inlineHtml(text)}</p>
<form data-calls="${TRY_IT_CALLS_PATH}">${fieldsHtml(operation, body)}<button type="submit" disabled>Send</button></form>
<div class="tried" aria-live="polite"></div>
</section>`;
}

function fieldsHtml(operation: OperationName, body: object | undefined): string {
  const { parameters, query } = OPERATION_EXAMPLES[operation];
  const text = (name: string, value: string, kind: string): string =>
    `<label>${name}<input name="${name}" data-in="${kind}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false" required></label>`;
  return [
    ...Object.keys(parameters ?? {}).map((name) => text(name, '', 'path')),
    ...Object.entries(query ?? {}).map(([name, value]) => text(name, value, 'query')),
    ...(body
      ? [
          `<label>Body<textarea name="body" rows="${prettyJson(body).split('\n').length + 1}" spellcheck="false">${escapeHtml(prettyJson(body))}</textarea></label>`,
        ]
      : []),
  ].join('');
}
