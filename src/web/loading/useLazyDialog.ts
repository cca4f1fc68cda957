import { useCallback, useState } from 'react';
import type { LazyPart } from './lazyPart.tsx';

/**
 * A dialog whose code comes with its first question. `ask` opens it and answers what `answer` is given, to all who
 * wait at the time; undefined where the code could not be fetched. Draw the part once it `isLoaded`.
 */
export function useLazyDialog<Answer>({ load }: Pick<LazyPart<never>, 'load'>) {
  const [waiting, setWaiting] = useState<readonly ((answer: Answer) => void)[]>([]);
  const [isLoaded, setLoaded] = useState(false);

  const ask = useCallback(async (): Promise<Answer | undefined> => {
    try {
      await load();
    } catch (error) {
      console.warn(error);
      return undefined;
    }
    setLoaded(true);
    return new Promise((resolve) => {
      setWaiting((others) => [...others, resolve]);
    });
  }, [load]);

  function answer(given: Answer) {
    for (const resolve of waiting) resolve(given);
    setWaiting([]);
  }

  return { ask, answer, isLoaded, isOpen: waiting.length > 0 };
}
