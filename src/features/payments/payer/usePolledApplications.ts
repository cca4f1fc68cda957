import { useEffect, useEffectEvent } from 'react';
import { minutes, seconds } from '../../../shared/time.ts';
import type { MyApplications } from './useMyApplications.ts';

/** How often and how long an open page polls the server. */
const askEveryMs = seconds(4);
const askForMs = minutes(30);

/** Polls the applications while a payment is under way and the page is visible. */
export function usePolledApplications(mine: MyApplications, isFollowed: boolean): void {
  const ask = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void mine.reload();
  });
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setInterval(ask, askEveryMs);
    const end = setTimeout(() => clearInterval(timer), askForMs);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isFollowed]);
}
