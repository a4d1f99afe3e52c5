import type { ComponentChildren, VNode } from 'preact';
import { Heading } from './heading.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Sentence } from './sentence.tsx';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly merchant?: string;
  readonly owner?: string | undefined;
  readonly children?: ComponentChildren;
}

export const Notice = ({ icon, title, text, merchant = '', owner, children }: NoticeProps): VNode => (
  <div class="screen ended">
    <Icon name={icon} />
    <Heading text={title} owner={owner} />
    <p class="lead">
      <Sentence text={text} merchant={merchant} />
    </p>
    {children}
  </div>
);
