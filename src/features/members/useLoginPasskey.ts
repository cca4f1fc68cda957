import type { AnswerOf } from '../../shared/endpoint.ts';
import { call } from '../../web/api.ts';
import { askForPasskeyLogin, logInWithPasskey } from './passkey.contract.ts';
import { usePasskey } from './usePasskey.ts';

/** Logs in with a passkey alone. */
export const useLoginPasskey = (onDone: (answer: AnswerOf<typeof logInWithPasskey>) => void) =>
  usePasskey({
    ask: () => call(askForPasskeyLogin),
    show: (response) => call(logInWithPasskey, { body: { response } }),
    onDone,
  });
