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

/** Tells the administrators what someone sent. */
export function Notification({ title, preview, name, facts, texts }: NotificationProps) {
  const t = useWords();
  return (
    <Layout
      preview={preview.slice(0, 120)}
      title={title}
      replies={t('Reply to this email to write to {name}.', { name })}
    >
      <Facts facts={facts} />
      {given(texts).map(([label, text]) => (
        <Fragment key={label}>
          <Paragraph>
            <strong>{label}</strong>
          </Paragraph>
          <Quotation>{text}</Quotation>
        </Fragment>
      ))}
    </Layout>
  );
}

interface ReceiptProps {
  preview: string;
  title: string;
  name: string;
  children: ReactNode;
}

/** That a form has arrived. Quotes nothing of it: whoever wrote it may have typed someone else's address. */
export function Receipt({ preview, title, name, children }: ReceiptProps) {
  const t = useWords();
  return (
    <Layout preview={preview} title={title}>
      <Greeting name={name} />
      <Paragraph>{children}</Paragraph>
      <Paragraph>
        {t(
          'If you didn’t write to us, someone probably mistyped their address. You can ignore this email.',
        )}
      </Paragraph>
    </Layout>
  );
}
