import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { sendVerification } from './verification.contract.ts';

type State = 'ready' | 'pending' | 'stranger' | { said: string; isSettled: boolean };

/** Sends the logged-in member the verification link again; shows the result beside the button. */
export function NewVerification() {
  const t = useWords();
  const [state, setState] = useState<State>('ready');

  async function send() {
    setState('pending');
    try {
      const { message } = await call(sendVerification);
      setState({ said: message, isSettled: true });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return setState('stranger');
      const said = sentenceOf(error, words('The email could not be sent. Please try again.'));
      // A conflict is good news here: the address is proved already.
      setState({ said, isSettled: error instanceof CallError && error.status === 409 });
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      {typeof state === 'object' ? (
        <Notice
          role={state.isSettled ? 'status' : 'alert'}
          tone={state.isSettled ? 'leaf' : 'danger'}
        >
          <p>{t(state.said)}</p>
        </Notice>
      ) : null}
      {state === 'stranger' ? (
        <Notice role="alert">
          <p>{t('Please log in first. You can then ask for a new link in your profile.')}</p>
          <Button href="/join">{t('Log in')}</Button>
        </Notice>
      ) : null}
      {state === 'stranger' || (typeof state === 'object' && state.isSettled) ? null : (
        <Button
          variant="primary"
          pending={state === 'pending'}
          pendingLabel={t('Sending...')}
          onClick={() => void send()}
        >
          {t('Send a new link')}
        </Button>
      )}
    </div>
  );
}
