import { useEffect, useState } from 'react';
import type { Later } from './later.tsx';

/**
 * Fetches a part's code once it `isWanted` and says how far it is; a lost connection is said too, and `again` tries
 * once more.
 */
export function useLater({ load }: Pick<Later<object>, 'load'>, isWanted = true) {
  const [attempt, setAttempt] = useState(1);
  const [ended, setEnded] = useState<{ attempt: number; isThere: boolean }>();
  const state = ended?.attempt === attempt ? ended : undefined;

  useEffect(() => {
    if (!isWanted) return;
    load().then(
      () => setEnded({ attempt, isThere: true }),
      (error: unknown) => {
        console.warn(error);
        setEnded({ attempt, isThere: false });
      },
    );
  }, [load, isWanted, attempt]);

  return {
    isThere: state?.isThere === true,
    hasFailed: state?.isThere === false,
    again: () => setAttempt(attempt + 1),
  };
}
