import type { ReactNode } from 'react';
import { useWords } from '../../../web/words.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

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
