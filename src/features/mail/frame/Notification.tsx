import { Fragment, type ReactNode } from 'react';
import { useWords } from '../../../web/words.tsx';
import { Layout } from './Layout.tsx';
import { Facts, Greeting, Paragraph, Quotation } from './MailText.tsx';

type Named = readonly (readonly [label: string, value: string | null])[];
const given = (named: Named) =>
  named.filter((pair): pair is readonly [string, string] => pair[1] !== null);

interface NotificationProps {
  title: string;
  preview: string;
  /** The person who gets the answer. */
  name: string;
  /** Short ones; null was not given and is left out. */
  facts: Named;
  /** What they wrote, with the lines as they wrote them. */
  texts: Named;
}

/** Tells the administrators what somebody sent. */
export function Notification({ title, preview, name, facts, texts }: NotificationProps) {
  const t = useWords();
  return (
    <Layout preview={preview.slice(0, 120)} title={title}>
      <Facts facts={given(facts)} />
      {given(texts).map(([label, text]) => (
        <Fragment key={label}>
          <Paragraph>
            <strong>{label}</strong>
          </Paragraph>
          <Quotation>{text}</Quotation>
        </Fragment>
      ))}
      <Paragraph>{t('An answer to this mail goes to {name}.', { name })}</Paragraph>
    </Layout>
  );
}

interface ReceiptProps {
  preview: string;
  title: string;
  name: string;
  children: ReactNode;
}

/** That a form has arrived. Quotes nothing of it: whoever wrote it may have typed somebody else's address. */
export function Receipt({ preview, title, name, children }: ReceiptProps) {
  const t = useWords();
  return (
    <Layout preview={preview} title={title}>
      <Greeting name={name} />
      <Paragraph>{children}</Paragraph>
      <Paragraph>
        {t(
          'You did not write to us? Then somebody typed your address by mistake, and you need not do anything.',
        )}
      </Paragraph>
    </Layout>
  );
}
