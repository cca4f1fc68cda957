import type { WrittenMailProps } from '../written-mails.contract.ts';
import { Layout } from './Layout.tsx';
import { Written } from './Written.tsx';

/** From the team to one person. */
export function Letter({ subject, message }: WrittenMailProps['letter']) {
  return (
    <Layout preview={firstWords(message)} title={subject}>
      <Written>{message}</Written>
    </Layout>
  );
}

/** What mail programs show beside the subject. */
export const firstWords = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 120);
