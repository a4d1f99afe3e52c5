import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import type { VNode } from 'preact';
import type { Presence } from '@authly/service/operator/wire/wire.ts';
import { Problem, Title } from '../parts/elements.tsx';

export const SignInPage = ({ presence, problem }: { presence: Presence; problem: string | undefined }): VNode => (
  <div class="sign-in">
    <header>
      <Wordmark />
    </header>
    <main>
      <Title text="Sign in" />
      <Problem text={problem} />
      {presence.hasProvider && (
        <a class="main button" href="/oidc/begin">
          Sign in with your account
        </a>
      )}
      <p>On the server, run this command to get a one-time sign-in link:</p>
      <pre tabIndex={0}>authly console login --role admin</pre>
      <p class="soft">In a clone of the repository: npx authly. Without --role admin access is read-only.</p>
      <p>If you work for a merchant, ask your Authly operator for a new link.</p>
    </main>
  </div>
);
