import { useState } from 'react';
import type { MyApplication } from '../../../features/payments/checkout.contract.ts';
import { sendMyLink } from '../../../features/tracking/tracking.contract.ts';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words.tsx';

/** Said where details are hidden: why, and how they are seen again. */
export function Unmask({ application }: { application: MyApplication }) {
  const t = useWords();
  return (
    <Notice>
      <p>
        {t(
          'For your safety we hide your details after an hour. The link that we mail to you shows them again.',
        )}
      </p>
      <SendLink application={application} />
    </Notice>
  );
}

const NOT_SENT = words('The link could not be sent. Please try again in a moment.');

/** Mails the link to an application of this browser; says how it went beside the button. */
export function SendLink({ application }: { application: MyApplication }) {
  const t = useWords();
  const [state, setState] = useState<{ isPending?: boolean; said?: string; failure?: string }>({});

  async function send() {
    if (state.isPending) return;
    setState({ isPending: true });
    try {
      const { message } = await call(sendMyLink, { params: { id: application.id } });
      setState({ said: message });
    } catch (error) {
      setState({ failure: sentenceOf(error, NOT_SENT) });
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button
        pending={state.isPending === true}
        pendingLabel={t('Sending...')}
        onClick={() => void send()}
      >
        {t('Send me a link')}
      </Button>
      <div role="status">{state.said ? <p className="bold">{t(state.said)}</p> : null}</div>
      {state.failure ? (
        <p role="alert" className="error">
          {t(state.failure)}
        </p>
      ) : null}
    </div>
  );
}
