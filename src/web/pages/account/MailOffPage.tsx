import { stopMessageMail } from '../../../features/messages/core/message.contract.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words.tsx';
import { LinkPage } from './LinkPage.tsx';

/** Ends the mails about unread messages, for who followed the link in one of them. */
export function MailOffPage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  const profile = (
    <Button variant="primary" href="/profile#security">
      {t('Go to your profile')}
    </Button>
  );
  return (
    <LinkPage
      title={t('No more emails about messages')}
      text={t(
        'We will stop emailing you about new messages. You can still read them here, and turn these emails back on in your profile.',
      )}
      label={t('Stop these emails')}
      pendingLabel={t('Saving...')}
      linkKey={linkKey}
      action={(key) => call(stopMessageMail, { query: { key: linkKey }, key })}
      next={profile}
      renew={
        <>
          <p>{t('You can also turn these emails off in your profile.')}</p>
          <div className="actions">{profile}</div>
        </>
      }
    />
  );
}
