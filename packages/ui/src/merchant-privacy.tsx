import type { VNode } from 'preact';
import { Sentence } from './sentence.tsx';
import type { Words } from './words/languages.ts';

interface MerchantPrivacyProps {
  readonly words: Words<'shared'>;
  readonly merchant: string;
  readonly privacyUrl: string | undefined;
  readonly retentionText: string | undefined;
}

export function MerchantPrivacy({ words, merchant, privacyUrl, retentionText }: MerchantPrivacyProps): VNode | null {
  const link = privacyUrl?.startsWith('https://') ? privacyUrl : undefined;
  if (link === undefined && retentionText === undefined) return null;
  return (
    <div class="merchant-privacy">
      {retentionText !== undefined && (
        <p>
          <Sentence text={words.retention} merchant={merchant} /> <bdi>{retentionText}</bdi>
        </p>
      )}
      {link !== undefined && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          <Sentence text={words.privacy_link} merchant={merchant} />
        </a>
      )}
    </div>
  );
}
