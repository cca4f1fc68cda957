import { useLive } from './useLive.ts';

/**
 * Hears that the session of this page is over by another's hand or by the clock: revoked, suspended, of another rank
 * now, expired. Where nothing can be heard, the next call says it: asking by the clock would keep a session alive that
 * nobody uses.
 */
export function useSessionEnd(onEnd: () => void): void {
  useLive(true, { message() {}, changed() {}, ended: onEnd });
}
