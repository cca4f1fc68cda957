import { Hr, Link, Text } from 'react-email';
import { useWords } from '../../../web/words.tsx';
import type { WrittenMailProps } from '../written-mails.contract.ts';
import { Layout } from './Layout.tsx';
import { firstWords } from './Letter.tsx';
import { colour } from './pigment.rules.ts';
import { Written } from './Written.tsx';

/** From the campaign to many, with the way out at its end. */
export function News({ subject, message, offUrl }: WrittenMailProps['news']) {
  const t = useWords();
  return (
    <Layout preview={firstWords(message)} title={subject}>
      <Written>{message}</Written>
      <Hr style={{ borderColor: colour.rule, margin: '24px 0 14px' }} />
      <Text style={{ margin: 0, color: colour.muted, fontSize: 14, lineHeight: '20px' }}>
        {t(
          'You get this mail because you signed, wrote or applied to us, or have an account with us.',
        )}{' '}
        <Link href={offUrl} style={{ color: colour.indigo }}>
          {t('Unsubscribe')}
        </Link>
      </Text>
    </Layout>
  );
}
