import type { ReactNode } from 'react';
import { words } from '../../../shared/words.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useWords } from '../../../web/words.tsx';
import { ActiveConfig, InactiveConfig, useActivation } from './ActiveConfig.tsx';
import { EmailHistory } from '../log/EmailHistory.tsx';
import { CONFIG_TYPES } from '../mail.rules.ts';
import { HeldMails } from '../held/HeldMails.tsx';
import { NotificationEmail } from './NotificationEmail.tsx';
import { TabSection } from '../TabSection.tsx';
import { SenderHints } from './SenderHints.tsx';
import { SmtpForm } from './SmtpForm.tsx';
import { TestEmail } from './TestEmail.tsx';
import { useEmailConfig } from './useEmailConfig.ts';

const FORM_TITLES = {
  email_gmail: words('Gmail SMTP configuration'),
  email_alternative: words('Alternative SMTP configuration'),
};

/** Through which server mail leaves, to whom notifications go, and what was sent. `digest` is shown below the notification address. */
export function MailServers({ digest }: { digest: ReactNode }) {
  const t = useWords();
  const config = useEmailConfig();
  const activation = useActivation(config);
  const { query } = config;
  if (!query.data)
    return query.error ? (
      <LoadError query={query} fallback={t('The email configuration could not be loaded.')} />
    ) : (
      <Loading>{t('Loading the email configuration...')}</Loading>
    );
  const isAnySaved = CONFIG_TYPES.some((type) => config.saved[type]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <HeldMails />
      <IfCan permission="mail:configure">
        <TabSection title={t('Active configuration')}>
          <ActiveConfig activation={activation} />
        </TabSection>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-10 lg:grid-cols-2">
          {CONFIG_TYPES.map((type) => (
            <TabSection key={type} title={t(FORM_TITLES[type])}>
              <SmtpForm type={type} saved={config.saved[type]} onSaved={config.refresh} />
              <InactiveConfig type={type} activation={activation} />
            </TabSection>
          ))}
          <TabSection title={t('Admin notification email')}>
            <NotificationEmail />
            {digest}
          </TabSection>
          <TabSection title={t('Test email')}>
            <TestEmail />
          </TabSection>
        </div>
        {isAnySaved ? (
          <TabSection title={t('Keeping our emails out of spam')}>
            <SenderHints saved={config.saved} />
          </TabSection>
        ) : null}
      </IfCan>
      <TabSection title={t('Send history')}>
        <EmailHistory />
      </TabSection>
    </div>
  );
}
