import { useEffect, useState } from 'react';
import type { LazyPart } from './lazyPart.tsx';

/**
 * Fetches a part's code once it `isWanted` and says how far it is; a lost connection is said too, and `again` tries
 * once more.
 */
export function useLazyPart({ load }: Pick<LazyPart<object>, 'load'>, isWanted = true) {
  const [attempt, setAttempt] = useState(1);
  const [ended, setEnded] = useState<{ attempt: number; isLoaded: boolean }>();
  const state = ended?.attempt === attempt ? ended : undefined;

  useEffect(() => {
    if (!isWanted) return;
    load().then(
      () => setEnded({ attempt, isLoaded: true }),
      (error: unknown) => {
        console.warn(error);
        setEnded({ attempt, isLoaded: false });
      },
    );
  }, [load, isWanted, attempt]);

  return {
    isLoaded: state?.isLoaded === true,
    hasFailed: state?.isLoaded === false,
    retry: () => setAttempt(attempt + 1),
  };
}
