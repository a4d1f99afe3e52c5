import { Wordmark } from '@authly/ui/fingerprint-mark.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import type { Presence } from '@authly/service/console/wire.ts';
import { Problem } from '../parts/problem.tsx';

export const SignIn = ({ presence, problem }: { presence: Presence; problem: string | undefined }): VNode => (
  <div class="sign-in">
    <header>
      <Wordmark />
    </header>
    <main>
      <Heading text="Sign in" owner="Authly console" />
      <Problem text={problem} />
      {presence.hasProvider && (
        <a class="main" href="/oidc/begin">
          Sign in with your account
        </a>
      )}
      <p>On a machine that has the store, this prints a link that signs you in once:</p>
      <pre tabIndex={0}>npx authly console login --role admin</pre>
      <p class="soft">Without --role admin it lets you look and not act.</p>
    </main>
  </div>
);
