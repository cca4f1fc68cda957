import { useEffect, useEffectEvent } from 'react';
import { minutes, seconds } from '../../shared/time.ts';
import type { MyApplications } from './useMyApplications.ts';

/** How often the books of the server are asked, and how long by a page that stays open. */
const askEveryMs = seconds(4);
const askForMs = minutes(30);

/** Keeps what is known of the applications fresh while something is under way and the page is seen. */
export function useFollowed(mine: MyApplications, isFollowed: boolean): void {
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
