import { useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { CallError, newKey, sentenceOf } from '../../api.ts';

type State =
  | { at: 'ready'; failure?: string }
  | { at: 'pending' }
  | { at: 'done'; sentence: string }
  | { at: 'dead'; sentence: string };

/** Says whether the link itself opens nothing any more; everything else may work at the next try. */
export const isDeadLink = (error: unknown) =>
  error instanceof CallError &&
  [400, 404, 409, 410].includes(error.status) &&
  Object.keys(error.fields).every((field) => field === 'token' || field === 'key');

/** What a link of a mail does, once, when its page's button is pressed; `act` never throws. */
export function useLinkDeed(deed: (idempotencyKey: string) => Promise<{ message: string }>) {
  const [state, setState] = useState<State>({ at: 'ready' });
  // The same press again is the same deed.
  const key = useRef('');
  return {
    state,
    async act() {
      if (state.at === 'pending') return;
      key.current ||= newKey();
      setState({ at: 'pending' });
      try {
        const { message } = await deed(key.current);
        setState({ at: 'done', sentence: message });
      } catch (error) {
        const sentence = sentenceOf(error, words('That could not be done. Please try again.'));
        setState(isDeadLink(error) ? { at: 'dead', sentence } : { at: 'ready', failure: sentence });
      }
    },
  };
}
