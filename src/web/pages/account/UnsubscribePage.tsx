import { useState } from 'react';
import {
  resubscribe,
  unsubscribe,
} from '../../../features/mail/suppressions/unsubscribe.contract.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words.tsx';
import { AccountFrame, LinkPage } from './LinkPage.tsx';
import { useLinkAction } from './useLinkAction.ts';

/** Ends the news for who followed the link in one of the campaign's mails; pressed by mistake it begins again. */
export function UnsubscribePage({ linkKey }: { linkKey: string }) {
  const t = useWords();
  const [back, setBack] = useState<string>();
  if (back !== undefined)
    return (
      <AccountFrame title={t('You get our news again')}>
        <Notice role="status" tone="leaf">
          <p>{t(back)}</p>
        </Notice>
      </AccountFrame>
    );
  return (
    <LinkPage
      title={t('Unsubscribe from our news')}
      text={t(
        'We will stop sending you news. What you ask us for, such as a receipt or a new password, will still reach you.',
      )}
      label={t('Unsubscribe')}
      pendingLabel={t('Saving...')}
      linkKey={linkKey}
      action={(key) => call(unsubscribe, { query: { key: linkKey }, key })}
      next={<ByMistake linkKey={linkKey} onBack={setBack} />}
      renew={
        <p>
          {t(
            'Please use the link in our latest email, or reply to it and we will remove your address.',
          )}
        </p>
      }
    />
  );
}

interface ByMistakeProps {
  linkKey: string;
  /** Hears the server's sentence. */
  onBack: (sentence: string) => void;
}

function ByMistake({ linkKey, onBack }: ByMistakeProps) {
  const t = useWords();
  const { state, run } = useLinkAction(async (key) => {
    const answer = await call(resubscribe, { query: { key: linkKey }, key });
    onBack(answer.message);
    return answer;
  });
  const failure = state.at === 'dead' ? state.sentence : state.at === 'ready' && state.failure;
  return (
    <>
      <ErrorNotice sentence={failure} />
      <Button
        pending={state.at === 'pending'}
        pendingLabel={t('Saving...')}
        onClick={() => void run()}
      >
        {t('Subscribe again')}
      </Button>
    </>
  );
}
