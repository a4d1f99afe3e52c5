import { FingerprintMark } from '@authly/ui/fingerprint-mark.tsx';
import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { AppAnchor } from '../app-anchor.tsx';
import { useAppLink } from '../app-link.ts';
import { thisDevice } from '../device.ts';
import { useOnlyHere } from '../only-here.ts';
import { Qr } from '../qr.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Opened: a code for the phone on a desk, a link into the app on a phone. */
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
  const onlyHere = useOnlyHere(link);
  return (
    <>
      <p class={onlyHere ? 'lead only-here' : 'lead'}>{onlyHere ? words.local_code : lead}</p>
      <Qr link={link} alt={words.qr_alt} />
      <p class="pending">{words.qr_waiting}</p>
      {offersSameDevice && <SameDevice {...props} />}
    </>
  );
}

/** Never the code's link: on the same device there is nothing to compare, however somebody follows it. */
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
