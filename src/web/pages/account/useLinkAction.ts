import { useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { CallError, newIdempotencyKey, sentenceOf } from '../../api.ts';

type State =
  | { at: 'ready'; failure?: string }
  | { at: 'pending' }
  /** The server wants to know first whether this is the member: `sentence` asks for the password. */
  | { at: 'password'; sentence: string }
  | { at: 'done'; sentence: string }
  | { at: 'dead'; sentence: string };

/** Says whether the link itself opens nothing any more; everything else may work at the next try. */
export const isDeadLink = (error: unknown) =>
  error instanceof CallError &&
  [400, 404, 409, 410].includes(error.status) &&
  Object.keys(error.fields).every((field) => field === 'token' || field === 'key');

const asksForPassword = (error: unknown) =>
  error instanceof CallError && error.status === 403 && error.detail.reason === 'password';

/** Runs the action of a mailed link once, when its page's button is pressed; `act` never throws. */
export function useLinkAction(action: (idempotencyKey: string) => Promise<{ message: string }>) {
  const [state, setState] = useState<State>({ at: 'ready' });
  // The same press again is the same operation.
  const key = useRef('');
  return {
    state,
    /** Of what a form in the place of the button came to. */
    settle: (at: 'done' | 'dead', sentence: string) => setState({ at, sentence }),
    async run() {
      if (state.at === 'pending') return;
      key.current ||= newIdempotencyKey();
      setState({ at: 'pending' });
      try {
        const { message } = await action(key.current);
        setState({ at: 'done', sentence: message });
      } catch (error) {
        const sentence = sentenceOf(error, words('That did not work. Please try again.'));
        if (asksForPassword(error)) setState({ at: 'password', sentence });
        else if (isDeadLink(error)) setState({ at: 'dead', sentence });
        else setState({ at: 'ready', failure: sentence });
      }
    },
  };
}
