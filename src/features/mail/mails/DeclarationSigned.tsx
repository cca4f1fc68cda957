import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { useHref } from './useMailOptions.ts';
import { Paragraph } from './Paragraph.tsx';

export function DeclarationSigned({ name }: MailProps['declaration-signed']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout preview={t('Your name is part of the cloth now.')} title={t('Thank you for signing')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Your signature stands under the Unity Declaration, and your thread is part of the cloth. It counts once, for the country that you named.',
        )}
      </Paragraph>
      <Paragraph>
        {t('What helps most now is one more person. Show it to somebody you know.')}
      </Paragraph>
      <Action href={hrefTo('/sign')}>{t('Open the Unity Declaration')}</Action>
      <Paragraph>
        {t(
          'You did not sign? Then somebody typed your address by mistake: answer this mail and we take the signature out.',
        )}
      </Paragraph>
    </Layout>
  );
}
