import { words } from '../../shared/words.ts';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { Layout } from '../mail/frame/Layout.tsx';
import { Action, Greeting, Paragraph, TextLink } from '../mail/frame/MailText.tsx';
import { useHref } from '../mail/frame/useMailOptions.ts';
import { SIGNATURE_PAGE, WITHDRAW_PAGE } from './paths.rules.ts';
import type { Mails } from '../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface DeclarationMails {
  /** Mails that were queued before there were links have no key. */
  'declaration-signed': {
    name: string;
    linkKey?: string;
    needsConfirmation?: boolean;
    deletedOn?: string;
  };
  /** `deletedOn`: YYYY-MM-DD, here and above; absent from mails that were queued before it was said. */
  'declaration-reminder': { name: string; linkKey: string; deletedOn?: string };
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

type ToConfirmProps = DeclarationMails['declaration-reminder'];

const isToConfirm = (mail: DeclarationMails['declaration-signed']): mail is ToConfirmProps =>
  Boolean(mail.linkKey && mail.needsConfirmation);

function DeclarationSigned(mail: DeclarationMails['declaration-signed']) {
  const t = useWords();
  const hrefTo = useHref();
  if (isToConfirm(mail)) return <ToConfirm {...mail} />;
  const { name, linkKey } = mail;
  return (
    <Layout preview={t('Your signature counts.')} title={t('Thank you for signing')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You have signed the Unity Declaration. Your signature counts once, for the country you named.',
        )}
      </Paragraph>
      <Paragraph>
        {t(
          'What helps most now is one more signature. Share the declaration with someone you know.',
        )}
      </Paragraph>
      <Action href={hrefTo('/sign')}>{t('Open the Unity Declaration')}</Action>
      {linkKey ? (
        <Withdraw linkKey={linkKey} />
      ) : (
        <Paragraph>
          {t(
            'If you didn’t sign, someone probably mistyped their address. Reply to this email and we’ll remove the signature.',
          )}
        </Paragraph>
      )}
    </Layout>
  );
}

/** Until when a signature can be confirmed. */
function useDeletion() {
  const t = useWords();
  const { dayInWords } = useDates();
  return (day: string) =>
    t(
      'If you don’t confirm before {day}, we’ll delete your signature, including your name and email address.',
      { day: dayInWords(day) },
    );
}

function ToConfirm({ name, linkKey, deletedOn }: ToConfirmProps) {
  const t = useWords();
  const hrefTo = useHref();
  const sayDeletion = useDeletion();
  return (
    <Layout
      preview={t('One step left: confirm your signature.')}
      title={t('Please confirm your signature')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You signed the Unity Declaration. Your signature counts as soon as you confirm it: follow the link, then press the button on the page.',
        )}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Confirm your signature')}</Action>
      {deletedOn ? <Paragraph>{sayDeletion(deletedOn)}</Paragraph> : null}
      <Withdraw linkKey={linkKey} />
    </Layout>
  );
}

function Reminder({ name, linkKey, deletedOn }: DeclarationMails['declaration-reminder']) {
  const t = useWords();
  const hrefTo = useHref();
  const sayDeletion = useDeletion();
  return (
    <Layout
      preview={t('One step left: confirm your signature.')}
      title={t('Your signature doesn’t count yet')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You signed the Unity Declaration with this address but haven’t confirmed your signature. It counts as soon as you do.',
        )}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Confirm your signature')}</Action>
      <Paragraph>
        {deletedOn ? sayDeletion(deletedOn) : null} {t('We won’t remind you again.')}
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
      preview={t('One step left: confirm your signature.')}
      title={t('Your signature doesn’t count yet')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You signed the Unity Declaration. We now count only signatures confirmed by email. Confirm yours and it will count again.',
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
      unsubscribe={{
        why: t('You get this email because you asked for campaign news.'),
        label: t('Unsubscribe'),
        href: unsubscribeUrl,
      }}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          '{count} people signed the Unity Declaration through your link. Thank you for sharing it.',
          {
            count,
          },
        )}
      </Paragraph>
      <Action href={hrefTo(signatureAddress(linkKey))}>{t('Share your link again')}</Action>
    </Layout>
  );
}

const signatureAddress = (key: string) => `${SIGNATURE_PAGE}?key=${key}`;

function Withdraw({ linkKey }: { linkKey: string }) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Paragraph>
      {t('Didn’t sign, or changed your mind?')}{' '}
      <TextLink href={hrefTo(`${WITHDRAW_PAGE}?key=${linkKey}`)}>
        {t('Withdraw your signature')}
      </TextLink>
    </Paragraph>
  );
}

const CONFIRM = words('Confirm your signature on the Unity Declaration');

/** The thanks to a signer, and the requests to confirm. */
export const declarationMails: Mails<DeclarationMails> = {
  'declaration-signed': {
    subject: (props) =>
      isToConfirm(props) ? CONFIRM : words('Thank you for signing the Unity Declaration'),
    Mail: DeclarationSigned,
    example: { name: 'Awa Diop', linkKey: 'k', needsConfirmation: true, deletedOn: '2026-12-29' },
  },
  'declaration-reminder': {
    subject: CONFIRM,
    Mail: Reminder,
    example: { name: 'Awa Diop', linkKey: 'k', deletedOn: '2026-12-29' },
  },
  'declaration-ask': {
    subject: CONFIRM,
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
