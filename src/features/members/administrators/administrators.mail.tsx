import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { Role } from '../../../shared/roles.ts';
import { ROLE_NAMES } from './roles.rules.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph, Quotation } from '../../mail/frame/MailText.tsx';
import { useHref } from '../../mail/frame/useMailOptions.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface AdministrationMails {
  /** `reason` is the administrator's. */
  'account-suspended': { name: string; reason: string };
  'account-restored': { name: string };
  /** To every owner and to the person: who may do what in the dashboard now. */
  'administrator-changed': {
    name: string;
    /** Whom it is about and who did it, each by email. */
    member: string;
    changedBy: string;
    isAdmin: boolean;
    /** The role before and now; a mail that was queued before there were roles names none. */
    was?: Role | null;
    role?: Role | null;
    when: string;
  };
  /** To who is to become an administrator and has no account yet; `invitedBy` is an email. */
  'administrator-invited': { name: string; invitedBy: string; role: Role; acceptUrl: string };
}

function AccountSuspended({ name, reason }: AdministrationMails['account-suspended']) {
  const t = useWords();
  return (
    <Layout preview={t('You can no longer log in.')} title={t('Your account is suspended')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We have suspended your account. You are logged out everywhere, and other members can no longer find you. The reason:',
        )}
      </Paragraph>
      <Quotation>{reason}</Quotation>
      <Paragraph>
        {t(
          'Think this is a mistake? Reply to this email: a person will read it and look at the decision again.',
        )}
      </Paragraph>
      <Paragraph>{t('This doesn’t affect your applications or payments.')}</Paragraph>
    </Layout>
  );
}

function AccountRestored({ name }: AdministrationMails['account-restored']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout preview={t('You can log in again.')} title={t('Your account is open again')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Your account is no longer suspended. You can log in again; your profile and messages are as you left them.',
        )}
      </Paragraph>
      <Action href={hrefTo('/profile')}>{t('Open your profile')}</Action>
    </Layout>
  );
}

function AdministratorChanged(props: AdministrationMails['administrator-changed']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { name, member, changedBy, isAdmin, was, role, when } = props;
  const isChange = isAdmin && Boolean(was);
  const sentence = isChange
    ? t('{member} now has a different role in the dashboard.', { member })
    : isAdmin
      ? t('{member} can now open the dashboard.', { member })
      : t('{member} can no longer open the dashboard.', { member });
  return (
    <Layout
      preview={sentence.slice(0, 120)}
      title={
        isChange
          ? t('An administrator’s role has changed')
          : isAdmin
            ? t('There is a new administrator')
            : t('An administrator has been removed')
      }
    >
      <Greeting name={name} />
      <Paragraph>{sentence}</Paragraph>
      <Facts
        facts={[
          ...(was ? [[t('Previous role'), t(ROLE_NAMES[was])] as const] : []),
          ...(role ? [[t('New role'), t(ROLE_NAMES[role])] as const] : []),
          [t('Changed by'), changedBy],
          [t('When'), dateTimeInWords(when)],
        ]}
      />
      <Paragraph>
        {t(
          'Every owner gets this email. If you didn’t expect it, talk to the person named above now, but not by email.',
        )}
      </Paragraph>
    </Layout>
  );
}

function AdministratorInvited(props: AdministrationMails['administrator-invited']) {
  const t = useWords();
  const { name, invitedBy, role, acceptUrl } = props;
  return (
    <Layout
      preview={t('Choose your password to accept. The link expires after three days.')}
      title={t('You are invited to join the team')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('{invitedBy} has invited you to help run the One Africa Passport site.', { invitedBy })}
      </Paragraph>
      <Facts facts={[[t('Your role'), t(ROLE_NAMES[role])]]} />
      <Paragraph>{t('To accept, choose a password that only you know.')}</Paragraph>
      <Action href={acceptUrl}>{t('Choose the password')}</Action>
      <Paragraph>{t('The link works once and expires after three days.')}</Paragraph>
      <Paragraph>
        {t('If you don’t know why you got this email, ignore it. Nothing will happen.')}
      </Paragraph>
    </Layout>
  );
}

/** The mails about an administrator’s decision on an account. */
export const administrationMails: Mails<AdministrationMails> = {
  'account-suspended': {
    subject: words('Your account is suspended'),
    Mail: AccountSuspended,
    example: { name: 'Awa Diop', reason: 'Several members have reported advertising.' },
  },
  'account-restored': {
    subject: words('Your account is open again'),
    Mail: AccountRestored,
    example: { name: 'Awa Diop' },
  },
  'administrator-changed': {
    subject: words('Change of administrators: {member}'),
    Mail: AdministratorChanged,
    example: {
      name: 'Awa Diop',
      member: 'awa@example.sn',
      changedBy: 'boss@example.sn',
      isAdmin: true,
      was: 'viewer',
      role: 'finance',
      when: '2026-11-21T03:42:00.000Z',
    },
  },
  'administrator-invited': {
    subject: words('Invitation to join the One Africa Passport team'),
    Mail: AdministratorInvited,
    example: {
      name: 'Awa Diop',
      invitedBy: 'boss@example.org',
      role: 'editor',
      acceptUrl: 'https://one.example/account/invitation#key=k',
    },
  },
};
