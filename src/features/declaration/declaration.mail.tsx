import { Link } from 'react-email';
import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import { Layout } from '../mail/frame/Layout.tsx';
import { Action, Greeting, Paragraph } from '../mail/frame/MailText.tsx';
import { useHref } from '../mail/frame/useMailOptions.ts';
import { SIGNATURE_PAGE } from './paths.rules.ts';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface DeclarationMails {
  /** Mails that were queued before there were links have no key. */
  'declaration-signed': { name: string; linkKey?: string; needsConfirmation?: boolean };
  'declaration-reminder': { name: string; linkKey: string };
  'declaration-ask': { name: string; linkKey: string };
  'declaration-milestone': {
    name: string;
    /** How many signed through them. */
    count: number;
    linkKey: string;
    /** The page that asks whether to unsubscribe, and what a mail program calls instead. */
    unsubscribeUrl: string;
    oneClickUrl: string;
  };
}

function DeclarationSigned({
  name,
  linkKey,
  needsConfirmation = false,
}: DeclarationMails['declaration-signed']) {
  const t = useWords();
  const hrefTo = useHref();
  if (linkKey && needsConfirmation) return <ToConfirm name={name} linkKey={linkKey} />;
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
      {linkKey ? (
        <Withdraw linkKey={linkKey} />
      ) : (
        <Paragraph>
          {t(
            'You did not sign? Then somebody typed your address by mistake: answer this mail and we take the signature out.',
          )}
        </Paragraph>
      )}
    </Layout>
  );
}

function ToConfirm({ name, linkKey }: { name: string; linkKey: string }) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('One step is left: confirm that it was you.')}
      title={t('Thank you for signing')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('Your signature counts as soon as you confirm it. Press the button on the next page.')}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Confirm your signature')}</Action>
      <Withdraw linkKey={linkKey} />
    </Layout>
  );
}

function Reminder({ name, linkKey }: DeclarationMails['declaration-reminder']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('One step is left: confirm that it was you.')}
      title={t('Your signature does not count yet')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You signed the Unity Declaration with this address. Confirm it, and your signature counts.',
        )}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Confirm your signature')}</Action>
      <Paragraph>
        {t(
          'Without your confirmation, we delete the signature 30 days after our first email. We will not remind you again.',
        )}
      </Paragraph>
      <Withdraw linkKey={linkKey} />
    </Layout>
  );
}

function AskOlder({ name, linkKey }: DeclarationMails['declaration-ask']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('One step is left: confirm that it was you.')}
      title={t('Your signature does not count yet')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You signed the Unity Declaration. We now count only signatures that were confirmed by email. Confirm yours, and it counts again.',
        )}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Confirm your signature')}</Action>
      <Withdraw linkKey={linkKey} />
    </Layout>
  );
}

function Milestone({
  name,
  count,
  linkKey,
  unsubscribeUrl,
}: DeclarationMails['declaration-milestone']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('Thank you for sharing the Unity Declaration.')}
      title={t('{count} people signed through you', { count })}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('{count} people have signed the Unity Declaration because you shared it. Thank you.', {
          count,
        })}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Share your link again')}</Action>
      <Paragraph>
        {t('You get this email because you asked for news of the campaign.')}{' '}
        <Link href={unsubscribeUrl}>{t('Unsubscribe')}</Link>
      </Paragraph>
    </Layout>
  );
}

const signatureAddress = (key: string) => `${SIGNATURE_PAGE}?key=${key}`;

function Withdraw({ linkKey }: { linkKey: string }) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Paragraph>
      {t('You did not sign, or have changed your mind?')}{' '}
      <Link href={hrefTo(signatureAddress(linkKey))}>{t('Withdraw your signature')}</Link>
    </Paragraph>
  );
}

/** The thanks to a signer, and the requests to confirm. */
export const declarationMails: Mails<DeclarationMails> = {
  'declaration-signed': {
    subject: words('Thank you for signing the Unity Declaration'),
    Mail: DeclarationSigned,
    example: { name: 'Awa Diop', linkKey: 'k', needsConfirmation: true },
  },
  'declaration-reminder': {
    subject: words('Confirm your signature on the Unity Declaration'),
    Mail: Reminder,
    example: { name: 'Awa Diop', linkKey: 'k' },
  },
  'declaration-ask': {
    subject: words('Confirm your signature on the Unity Declaration'),
    Mail: AskOlder,
    example: { name: 'Awa Diop', linkKey: 'k' },
  },
  'declaration-milestone': {
    subject: words('{count} people signed through you'),
    Mail: Milestone,
    example: {
      name: 'Awa Diop',
      count: 5,
      linkKey: 'k',
      unsubscribeUrl: 'https://one.example/account/unsubscribe#key=k',
      oneClickUrl: 'https://one.example/api/unsubscribe?key=k',
    },
  },
};
