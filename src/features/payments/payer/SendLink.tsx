import { type ReactNode, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { sendMyLink } from '../../application/link.contract.ts';

const NOT_SENT = words('The link could not be sent. Please try again in a moment.');

interface SendLinkProps {
  applicationId: string;
  /** A line of its own among other words, not an action of the screen. */
  isQuiet?: boolean;
  /** The button's words. */
  children: ReactNode;
}

/** Mails the applicant a link to an application of this browser, and shows the result. */
export function SendLink({ applicationId, isQuiet = false, children }: SendLinkProps) {
  const t = useWords();
  const [state, setState] = useState<{ isPending?: boolean; said?: string; failure?: string }>({});

  async function send() {
    if (state.isPending) return;
    setState({ isPending: true });
    try {
      const { message } = await call(sendMyLink, { params: { id: applicationId } });
      setState({ said: message });
    } catch (error) {
      setState({ failure: sentenceOf(error, NOT_SENT) });
    }
  }

  return (
    <div className={isQuiet ? 'grid justify-items-start gap-1' : 'grid gap-1'}>
      <div className={isQuiet ? undefined : 'actions'}>
        <Button
          {...(isQuiet ? { variant: 'quiet', className: 'summary-edit flush' } : {})}
          pending={state.isPending === true}
          pendingLabel={t('Sending...')}
          onClick={() => void send()}
        >
          {children}
        </Button>
      </div>
      <div aria-live="polite">{state.said ? <p className="bold">{t(state.said)}</p> : null}</div>
      {state.failure ? (
        <p role="alert" className="error">
          {t(state.failure)}
        </p>
      ) : null}
    </div>
  );
}
