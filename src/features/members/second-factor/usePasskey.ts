import { useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { requestPasskeyLogin, type Asserted, logInWithPasskey } from './passkey.contract.ts';

/** Logs in with a passkey alone. */
export const useLoginPasskey = (onDone: (answer: AnswerOf<typeof logInWithPasskey>) => void) =>
  usePasskey({
    ask: () => call(requestPasskeyLogin),
    show: (response) => call(logInWithPasskey, { body: { response } }),
    onDone,
  });

/** Whether this browser knows passkeys at all (only on https and localhost). */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function';

interface Showing<A> {
  /** Answers what the browser needs. */
  ask(): Promise<AnswerOf<typeof requestPasskeyLogin>>;
  /** Sends what the browser made. */
  show(response: Asserted): Promise<A>;
  onDone(answer: A): void;
}

/** Shows one of the person's passkeys: `use()` opens the browser's own dialog and never throws. */
export function usePasskey<A>({ ask, show, onDone }: Showing<A>) {
  const [state, setState] = useState<{ isPending: boolean; failure?: string }>({
    isPending: false,
  });
  return {
    ...state,
    async use() {
      if (state.isPending) return;
      setState({ isPending: true });
      try {
        const [{ startAuthentication }, optionsJSON] = await Promise.all([
          import('@simplewebauthn/browser'),
          ask(),
        ]);
        const answer = await show(await startAuthentication({ optionsJSON }));
        setState({ isPending: false });
        onDone(answer);
      } catch (error) {
        setState({ isPending: false, failure: passkeyFailure(error) });
      }
    },
  };
}

/** What went wrong with a passkey; the browser says only that it was not used (w3.org/TR/webauthn-3 §14.5). */
export function passkeyFailure(
  error: unknown,
  otherwise = words('The passkey could not be used. Please try again.'),
): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return words('The passkey was not used and nothing has changed. You can try again.');
  if (name === 'InvalidStateError')
    return words('This device already has a passkey for your account.');
  return sentenceOf(error, otherwise);
}
