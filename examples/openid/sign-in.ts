import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type AuthlyClient,
  enrolledFinger,
  type ErasableEnrollments,
  failureGroup,
  type FailureGroup,
  isMatch,
  type MatchedVerification,
  type ResultResponse,
} from '@authly/merchant';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { type Accounts, isName } from './accounts.ts';
import { fingerPage, HEADERS, invitationPage, namePage, page, type Step } from './pages.ts';
import { FINGER, FINGER_AND_DEVICE } from './provider.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The progress of one sign-in. It is kept in oidc-provider's interaction, which belongs to one browser. */
interface Progress {
  readonly name?: string | undefined;
  readonly invitation?: string;
  readonly session?: { readonly id: string; readonly ref: string };
  readonly message?: string;
}

interface SignInParts {
  readonly provider: Provider;
  readonly accounts: Accounts;
  readonly enrollments: ErasableEnrollments;
  readonly authly: AuthlyClient;
}

const MAX_FORM_BYTES = 4096;

/** For these reasons the person of the browser's session uses the finger again. For all others they say who they are. */
const SAME_PERSON = new Set(['max_age', 'essential_acr', 'essential_acrs', 'finger']);

const MESSAGES: Readonly<Record<Exclude<FailureGroup, 'declined'>, string>> = {
  try_again: 'That took too long or was interrupted. Please try again.',
  clean_finger: 'Your finger could not be read. Clean it and try again.',
  other_finger: 'Please use the finger that you enrolled.',
  other_device: 'Please use the phone that you enrolled with.',
  ask_merchant: 'Signing in with a finger does not work right now. Ask the operator of this page.',
  wait: 'Signing in with your finger is not possible right now. Please try again later.',
};

/** Answers below `/interaction/`, where oidc-provider sends a browser that has to use a finger. */
export function signIn({ provider, accounts, enrollments, authly }: SignInParts) {
  function begun({ params, session, prompt }: Interaction): Progress {
    const isSame = session !== undefined && prompt.reasons.every((reason) => SAME_PERSON.has(reason));
    const { login_hint: hint } = params;
    return { name: typeof hint === 'string' ? hint : isSame ? accounts.findBySub(session.accountId)?.name : undefined };
  }

  /** Enrolls with an invitation, verifies with a finger. */
  async function createSession({ name = '', invitation }: Progress, approval: string) {
    const { ref, finger } = accounts.find(name) ?? {};
    const return_url = `${provider.issuer}/`;
    if (ref && finger) {
      const fields = { merchant_user_ref: ref, return_url, payload: { finger }, display_text: approval };
      return { ref, created: await authly.createVerification(fields) };
    }
    if (invitation === undefined) throw new errors.InvalidRequest('nobody is invited');
    const newRef = randomUUID();
    return { ref: newRef, created: await authly.createEnrollment({ merchant_user_ref: newRef, return_url }) };
  }

  /** The next progress, or the end of the sign-in. */
  async function afterResult(progress: Progress, interaction: Interaction): Promise<Progress | InteractionResults> {
    const { name = '', invitation = '', session } = progress;
    if (session === undefined) return progress;
    const result = await authly.result(session.id, session.ref);
    const account = accounts.find(name);
    if (isMatch(result) && account?.ref === session.ref) return loginOf(account.sub, result, interaction);
    const finger = enrolledFinger(result);
    if (finger !== undefined) {
      if (accounts.enrolled(name, invitation, { ref: session.ref, finger }))
        return { name, message: 'Your finger is enrolled. Now use it to sign in.' };
      await enrollments.erase(session.ref);
      return { name, message: 'This invitation is not valid any more.' };
    }
    const group = failureGroup(result);
    if (group === 'declined') return { error: 'access_denied', error_description: 'the person declined' };
    const message = messageOf(result, group);
    return message === undefined ? progress : { name, ...(invitation && { invitation }), message };
  }

  function pageOf({ name, invitation, message = '' }: Progress, uid: string, clientName: string): string {
    const of = (title: string): Step => ({ uid, title, message });
    if (name === undefined || !isName(name)) return namePage(of(`Sign in to ${clientName}`));
    if (invitation !== undefined) return fingerPage(of(`Enroll a finger for ${name}`), 'Enroll your finger');
    if (!accounts.find(name)?.finger) return invitationPage(of(`Enroll a finger for ${name}`));
    return fingerPage(of(`Sign in to ${clientName} as ${name}`), 'Use your finger');
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(req, res);
    const { pathname, searchParams } = new URL(req.url!, provider.issuer);
    const [, , uid, step = ''] = pathname.split('/');
    if (uid !== interaction.uid) throw new errors.SessionNotFound('another sign-in');
    const progress = (interaction.result?.['progress'] as Progress | undefined) ?? begun(interaction);
    const client = (await provider.Client.find(String(interaction.params['client_id'])))!;
    const clientName = client.clientName ?? client.clientId;
    const back = (): void => void res.writeHead(303, { location: `/interaction/${uid}` }).end();
    const keep = async (next: Progress): Promise<void> => {
      interaction.result = { progress: next };
      await interaction.persist();
    };
    switch (`${req.method} ${step}`) {
      case 'GET ':
        return send(res, 200, HEADERS, pageOf(progress, uid, clientName));
      case 'POST name': {
        const name = (await formOf(req)).get('name')?.trim() ?? '';
        await keep(isName(name) ? { name } : { message: name && 'A name has letters, digits and ._@+-' });
        return back();
      }
      case 'POST invitation': {
        const code = (await formOf(req)).get('code')?.trim() ?? '';
        const isInvited = accounts.isInvited(progress.name ?? '', code);
        const next = isInvited ? { invitation: code } : { message: 'This code is not valid for this name.' };
        await keep({ name: progress.name, ...next });
        return back();
      }
      case 'POST session': {
        const { ref, created } = await createSession(progress, textOf(interaction) ?? `Sign in to ${clientName}`);
        await keep({ ...progress, session: { id: created.session_id, ref } });
        return json(res, created);
      }
      case 'GET session': {
        const { session } = progress;
        const isOwn = session !== undefined && session.id === searchParams.get('id');
        return json(res, isOwn ? { status: (await authly.result(session.id, session.ref)).status } : null);
      }
      case 'GET outcome': {
        const next = await afterResult(progress, interaction);
        if (isEnd(next)) return provider.interactionFinished(req, res, next);
        await keep(next);
        return back();
      }
      case 'POST cancel':
        return provider.interactionFinished(req, res, { error: 'access_denied', error_description: 'the person left' });
      default:
        return send(res, 404, HEADERS, page('Not found', ''));
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    respond(req, res).catch((error: Error & { statusCode?: number }) => {
      if (error.statusCode === undefined) console.error(error);
      const hint = 'Go back to the application and sign in again.';
      if (!res.headersSent)
        send(res, error.statusCode ?? 502, HEADERS, page('This sign-in has ended', `<p>${hint}</p>`));
    });
  };
}

const isEnd = (next: Progress | InteractionResults): next is InteractionResults => 'login' in next || 'error' in next;

/** The first wanted level that was reached, else the strongest. */
function loginOf(sub: string, { result }: MatchedVerification, { params, prompt }: Interaction): InteractionResults {
  const isBound = result.device === 'bound';
  const reached = isBound ? [FINGER_AND_DEVICE, FINGER] : [FINGER];
  const { value, values = value ? [value] : [] } = (prompt.details['acr'] ?? {}) as {
    value?: string;
    values?: string[];
  };
  const { acr_values: asked } = params;
  const wanted = values.length > 0 || typeof asked !== 'string' ? values : asked.split(' ');
  const acr = wanted.find((each) => reached.includes(each)) ?? (values.length > 0 ? undefined : reached[0]);
  if (acr === undefined)
    return { error: 'unmet_authentication_requirements', error_description: 'the finger is not bound to a device' };
  return { login: { accountId: sub, acr, amr: isBound ? ['fpt', 'hwk'] : ['fpt'] } };
}

function textOf({ params }: Interaction): string | undefined {
  const details = params['authorization_details'];
  return typeof details === 'string' ? (JSON.parse(details) as [{ text: string }])[0].text : undefined;
}

/** Undefined while the session goes on. */
function messageOf({ status }: ResultResponse, group: FailureGroup | undefined): string | undefined {
  if (group !== undefined && group !== 'declined') return MESSAGES[group] ?? MESSAGES.try_again;
  if (status === 'canceled') return 'You have canceled. Try again, or leave.';
  return status === 'succeeded' ? 'This is not the enrolled finger. Please try again.' : undefined;
}

/** Browsers announce the length of a form. */
async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  if (!(Number(req.headers['content-length']) <= MAX_FORM_BYTES))
    throw new errors.InvalidRequest('the form is too long');
  return new URLSearchParams(await text(req));
}

const send = (res: ServerResponse, status: number, headers: Record<string, string>, body: string): void =>
  void res.writeHead(status, headers).end(body);

const json = (res: ServerResponse, body: unknown): void =>
  send(res, 200, { ...HEADERS, 'content-type': 'application/json' }, JSON.stringify(body));
