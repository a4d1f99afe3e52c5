import { ConsentPoints } from '@authly/ui/consent-points.tsx';
import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { thisDevice } from '../device.ts';
import { handOverToApp } from '@authly/ui/handover.ts';
import { Sentence } from '@authly/ui/sentence.tsx';
import { useSettled } from '@authly/ui/use-settled.ts';
import { CopyCommand } from '../copy-command.tsx';
import { useAppLink } from '../link-rotation.ts';
import { PHONE_COMMAND, pointsToThisMachine } from '../local-link.ts';
import { Qr } from '../qr.tsx';
import type { ScreenProps } from './screen-props.ts';

export function Waiting(props: ScreenProps): VNode {
  const { words, merchant, session } = props;
  const [device] = useState(thisDevice);
  const [otherPhone, setOtherPhone] = useState(false);
  const byCode = device === 'desk' || otherPhone;
  return (
    <div class="screen waiting">
      <Heading text={session?.mode === 'verify' ? words.verify_title : words.enroll_title} owner={merchant} />
      {byCode ? <ByCode {...props} offersSameDevice={device === 'desk'} /> : <ByButton {...props} />}
      {device === 'phone' && (
        <button type="button" class="text" onClick={() => setOtherPhone(!otherPhone)}>
          {otherPhone ? words.open_here : words.use_other_phone}
        </button>
      )}
    </div>
  );
}

function ByCode(props: ScreenProps & { offersSameDevice: boolean }): VNode {
  const { words, api, offersSameDevice } = props;
  const link = useAppLink(api, 'qr');
  // Until the link is known, the page's own address decides.
  if (pointsToThisMachine(link ?? location.href)) return <OnThisDevice {...props} code={link} />;
  return (
    <>
      <p class="lead">{words.desk_lead}</p>
      <Qr link={link} alt={words.qr_alt} />
      <p class="pending">{words.qr_waiting}</p>
      {offersSameDevice && <SameDevice {...props} class="text" />}
    </>
  );
}

/** The service is on this machine only: a phone cannot open its code. */
function OnThisDevice(props: ScreenProps & { code: string | undefined }): VNode {
  const { words, code } = props;
  return (
    <>
      <p class="lead">{words.local_lead}</p>
      <div class="figure">
        <FingerprintMark />
      </div>
      <SameDevice {...props} class="main" />
      <details class="use-phone">
        <summary>{words.use_phone}</summary>
        <p>{words.local_code}</p>
        <CopyCommand words={words} command={PHONE_COMMAND} />
        <Qr link={code} alt={words.qr_alt} />
      </details>
    </>
  );
}

/** A separate link: on the same device there is no join check. */
function SameDevice({ words, api, session, class: name }: ScreenProps & { class: string }): VNode {
  const link = useAppLink(api, 'button');
  return (
    <AppAnchor class={name} link={link} session={session}>
      {words.open_here}
    </AppAnchor>
  );
}

/** Continues in this window, which keeps its opener. An app on another origin could not return, so it gets a new tab. */
function openHere(event: MouseEvent, { link, session, consents = false }: AppAnchorProps): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || new URL(link).origin !== location.origin) return;
  if (!handOverToApp(session?.session_id ?? '', consents)) return;
  event.preventDefault();
  location.replace(link);
}

/** The consent, so that the app need not ask again. An app on another origin asks itself. */
function ByButton({ words, api, session, merchant }: ScreenProps): VNode {
  const link = useAppLink(api, 'button');
  const settled = useSettled(session?.session_id);
  const lead = session?.mode === 'enroll' ? words.consent_enroll_lead : words.phone_lead;
  return (
    <>
      <p class="lead">
        <Sentence text={lead} merchant={merchant} />
      </p>
      <ConsentPoints words={words} mode={session?.mode} merchant={merchant} />
      <AppAnchor class="main" link={settled ? link : undefined} session={session} consents>
        {words.consent_yes}
      </AppAnchor>
    </>
  );
}

interface AppAnchorProps extends Pick<ScreenProps, 'session'> {
  readonly class: string;
  readonly link: string | undefined;
  /** The user agrees with it. */
  readonly consents?: boolean;
  readonly children: ComponentChildren;
}

/** Without a link a main one is inactive and another one is hidden, so that no click is lost. */
function AppAnchor(props: AppAnchorProps): VNode {
  const { class: name, link, children } = props;
  return (
    <a
      class={name}
      {...(link === undefined ? ({ role: 'link', tabIndex: 0 } as const) : { href: link })}
      aria-disabled={link === undefined}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => openHere(event, props)}
    >
      {children}
    </a>
  );
}
