import { useLive } from './useLive.ts';

/** The news that a session is over may come before the answer that begins the next one, as a new password's does. */
const SETTLING_MS = 500;

/**
 * Hears that the session of this page may be over by another's hand or by the clock: revoked, suspended, of another
 * rank now, expired. Where nothing can be heard, the next call says it: asking by the clock would keep a session alive
 * that nobody uses. `login` changes with every login.
 */
export function useSessionEnd(onEnd: () => void, { isOn = true, login = 0 } = {}): void {
  const doubt = () => void setTimeout(onEnd, SETTLING_MS);
  useLive(isOn, { message() {}, changed() {}, refused: doubt, ended: doubt }, login);
}
