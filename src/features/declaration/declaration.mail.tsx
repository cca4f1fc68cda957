import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { Layout } from '../mail/frame/Layout.tsx';
import { Action, Greeting, Paragraph } from '../mail/frame/MailText.tsx';
import { useHref } from '../mail/frame/useMailOptions.ts';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface DeclarationMails {
  'declaration-signed': { name: string };
}

function DeclarationSigned({ name }: DeclarationMails['declaration-signed']) {
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

/** The thanks to a signer. */
export const declarationMails: Mails<DeclarationMails> = {
  'declaration-signed': {
    subject: words('Thank you for signing the Unity Declaration'),
    Mail: DeclarationSigned,
    example: { name: 'Awa Diop' },
  },
};
