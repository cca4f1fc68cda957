import { Fragment } from 'react';
import { useWords } from '../../../web/words.tsx';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';

type Named = readonly (readonly [label: string, value: string | null])[];
const given = (named: Named) =>
  named.filter((pair): pair is readonly [string, string] => pair[1] !== null);

interface NotificationProps {
  title: string;
  preview: string;
  /** Who is answered. */
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
