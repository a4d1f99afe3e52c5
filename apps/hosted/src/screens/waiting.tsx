import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { thisDevice } from '../device.ts';
import { useAppLink } from '../link-rotation.ts';
import { useIsLocalLink } from '../local-link.ts';
import { Qr } from '../qr.tsx';
import type { ScreenProps } from './screen-props.ts';

/** On a computer it shows a code for the phone, on a phone a link into the app. */
export function Waiting(props: ScreenProps): VNode {
  const { words, merchant, session } = props;
  const [device] = useState(thisDevice);
  const [otherPhone, setOtherPhone] = useState(false);
  const byCode = device === 'desk' || otherPhone;
  return (
    <div class="screen waiting">
      <Heading text={session?.mode === 'verify' ? words.verify_title : words.enroll_title} owner={merchant} />
      {byCode ? (
        <ByCode
          {...props}
          lead={otherPhone ? words.other_phone_lead : words.desk_lead}
          offersSameDevice={device === 'desk'}
        />
      ) : (
        <ByButton {...props} />
      )}
      {device === 'phone' && (
        <button type="button" class="text" onClick={() => setOtherPhone(!otherPhone)}>
          {otherPhone ? words.use_this_phone : words.use_other_phone}
        </button>
      )}
    </div>
  );
}

function ByCode(props: ScreenProps & { lead: string; offersSameDevice: boolean }): VNode {
  const { words, api, lead, offersSameDevice } = props;
  const link = useAppLink(api, 'qr');
  const isLocal = useIsLocalLink(link);
  return (
    <>
      <p class={isLocal ? 'lead local-code' : 'lead'}>{isLocal ? words.local_code : lead}</p>
      <Qr link={link} alt={words.qr_alt} />
      <p class="pending">{words.qr_waiting}</p>
      {offersSameDevice && <SameDevice {...props} />}
    </>
  );
}

/** A link of its own, not the code's: on the same device there is no number to compare. */
function SameDevice({ words, api }: ScreenProps): VNode {
  return (
    <AppAnchor class="text" link={useAppLink(api, 'button')}>
      {words.open_here}
    </AppAnchor>
  );
}

function ByButton({ words, api }: ScreenProps): VNode {
  const link = useAppLink(api, 'button');
  return (
    <>
      <p class="lead">{words.phone_lead}</p>
      <div class="figure">
        <FingerprintMark />
      </div>
      <AppAnchor class="main" link={link}>
        {words.open_app}
      </AppAnchor>
      <p class="pending">{words.app_waiting}</p>
    </>
  );
}

interface AppAnchorProps {
  readonly class: string;
  /** Undefined while there is no valid link. */
  readonly link: string | undefined;
  readonly children: ComponentChildren;
}

/** Opens the app in a new tab, so that this page keeps showing the session. */
function AppAnchor({ class: name, link, children }: AppAnchorProps): VNode {
  if (link === undefined) {
    return (
      <a class={name} role="link" aria-disabled="true">
        {children}
      </a>
    );
  }
  return (
    <a class={name} href={link} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
