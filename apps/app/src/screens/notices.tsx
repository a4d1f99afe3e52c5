import { Heading } from '@authly/ui/heading.tsx';
import { Icon, type IconName } from '@authly/ui/icon.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { hasWebAssembly } from '../supported.ts';
import type { AppWords } from '../capture/capture-props.ts';
import type { ScreenProps } from './screen-props.ts';

interface Notice {
  readonly icon: IconName;
  readonly title: keyof AppWords;
  readonly text: keyof AppWords;
  readonly children?: ComponentChildren;
}

export const Notice = ({ words, icon, title, text, children }: ScreenProps & Notice): VNode => (
  <div class="screen ended">
    <Icon name={icon} />
    <Heading text={words[title]} owner="Authly" />
    <p class="lead">{words[text]}</p>
    {children}
  </div>
);

export const InvalidLink = (props: ScreenProps): VNode => (
  <Notice {...props} icon="broken" title="invalid_link_title" text="invalid_link_text" />
);
export const Taken = (props: ScreenProps): VNode => (
  <Notice {...props} icon="warning" title="taken_title" text="taken_text" />
);
export const Unsupported = (props: ScreenProps): VNode => (
  <Notice
    {...props}
    icon="warning"
    title="unsupported_title"
    text={hasWebAssembly() ? 'unsupported_text' : 'switched_off_text'}
  />
);

export const OtherType = (props: ScreenProps): VNode => (
  <Notice {...props} icon="warning" title="other_type_title" text="other_type_text" />
);

export const Unreachable = (props: ScreenProps): VNode => (
  <Notice {...props} icon="offline" title="unreachable_title" text="unreachable_text">
    <button type="button" class="main" onClick={props.visit.retryJoin}>
      {props.words.retry}
    </button>
  </Notice>
);
