import type { ReactNode } from 'react';
import { SHARE } from '../../features/content/texts/share.rules.ts';
import { useContent } from '../content.tsx';
import { Field } from '../forms/Field.tsx';
import { TextInput } from '../forms/TextInput.tsx';
import { SharedText, ShareLinks, WhatsAppButton } from '../ui/ShareLinks.tsx';
import { useWords } from '../words.tsx';

interface AskThreeProps {
  url: string;
  /** What the address is called. */
  label: string;
  /** Below the title. */
  children?: ReactNode;
}

/** The ways to share an address that need no script. */
export function AskThree({ url, label, children }: AskThreeProps) {
  const t = useWords();
  const text = useContent()(SHARE.text);
  return (
    <>
      <h2>{t('Now ask three people')}</h2>
      {children}
      <SharedText text={text} />
      <div className="actions">
        <WhatsAppButton text={text} url={url} />
      </div>
      <ShareLinks text={text} url={url} />
      <Field label={label}>
        <TextInput readOnly value={url} />
      </Field>
    </>
  );
}
