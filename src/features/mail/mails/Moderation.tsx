import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { ROLE_NAMES } from '../../members/administrators/roles.rules.ts';
import type { ModerationMailProps } from '../moderation-mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { Quotation } from './Quotation.tsx';
import { useHref } from './useMailOptions.ts';

export function AccountSuspended({ name, reason }: ModerationMailProps['account-suspended']) {
  const t = useWords();
  return (
    <Layout
      preview={t('You can no longer log in. This is why.')}
      title={t('Your account is suspended')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We have suspended your account. You are logged out everywhere, and other members no longer find you. This is why:',
        )}
      </Paragraph>
      <Quotation>{reason}</Quotation>
      <Paragraph>
        {t(
          'You think that this is a mistake? Please answer this mail: a person reads it and looks at the decision again.',
        )}
      </Paragraph>
      <Paragraph>{t('Applications and payments are not touched by this.')}</Paragraph>
    </Layout>
  );
}

export function AccountRestored({ name }: ModerationMailProps['account-restored']) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout preview={t('You can log in again.')} title={t('Your account is open again')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Your account is no longer suspended. You can log in again; your profile and your messages are as they were.',
        )}
      </Paragraph>
      <Action href={hrefTo('/profile')}>{t('Open your profile')}</Action>
    </Layout>
  );
}

export function MemberWarned({ name, words }: ModerationMailProps['member-warned']) {
  const t = useWords();
  return (
    <Layout
      preview={t('It is about how you write to other members.')}
      title={t('Please take care how you write to others')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('We have looked at a message of yours, and ask you to write otherwise to others:')}
      </Paragraph>
      <Quotation>{words}</Quotation>
      <Paragraph>{t('Your account stays open. If it happens again, we may suspend it.')}</Paragraph>
      <Paragraph>
        {t(
          'You think that this is a mistake? Please answer this mail: a person reads it and looks at the decision again.',
        )}
      </Paragraph>
    </Layout>
  );
}

export function AdministratorChanged(props: ModerationMailProps['administrator-changed']) {
  const t = useWords();
  const { momentInWords } = useDates();
  const { name, member, changedBy, isAdmin, was, role, when } = props;
  const isChange = isAdmin && Boolean(was);
  const sentence = isChange
    ? t('{member} has another role in the dashboard from now on.', { member })
    : isAdmin
      ? t('{member} may open the dashboard from now on.', { member })
      : t('{member} may no longer open the dashboard.', { member });
  return (
    <Layout
      preview={sentence.slice(0, 120)}
      title={
        isChange
          ? t('An administrator has another role')
          : isAdmin
            ? t('There is a new administrator')
            : t('An administrator is one no longer')
      }
    >
      <Greeting name={name} />
      <Paragraph>{sentence}</Paragraph>
      <Facts
        facts={[
          ...(was ? [[t('Role before'), t(ROLE_NAMES[was])] as const] : []),
          ...(role ? [[t('Role now'), t(ROLE_NAMES[role])] as const] : []),
          [t('Changed by'), changedBy],
          [t('When'), momentInWords(when)],
        ]}
      />
      <Paragraph>
        {t(
          'Every owner gets this mail. If you did not expect it, talk to the person named above at once, by some way other than email.',
        )}
      </Paragraph>
    </Layout>
  );
}
