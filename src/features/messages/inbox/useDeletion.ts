import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { deleteMessage } from '../core/message.contract.ts';
import { useRefresh } from '../core/useRefresh.ts';

/** How long a deletion can be taken back after the person has turned to something else. */
export const UNDO_MS = 8000;

/**
 * Messages that the reader deletes, with some time to undo it: while a deletion
 * is held, the countdown stops. Leaving the page deletes at once.
 */
export function useDeletionStore() {
  const t = useWords();
  const refresh = useRefresh();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, number>());

  const forget = (id: string) =>
    setWaiting((now) => new Set([...now].filter((other) => other !== id)));

  function halt(id: string) {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
  }

  async function commit(id: string, keepalive: boolean) {
    halt(id);
    try {
      await call(deleteMessage, { params: { id }, keepalive });
      await refresh();
    } catch (error) {
      const sentence = sentenceOf(error, words('The message could not be deleted.'));
      toast({ title: t('Not deleted'), description: t(sentence), variant: 'destructive' });
    }
    forget(id);
  }

  const leave = useEffectEvent(() => {
    for (const id of waiting) void commit(id, true);
  });
  useEffect(() => {
    const flush = () => leave();
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, []);

  return {
    waiting,
    ask: (id: string) => setWaiting((now) => new Set([...now, id])),
    undo(id: string) {
      halt(id);
      forget(id);
    },
    hold: halt,
    letGo(id: string) {
      halt(id);
      timers.current.set(
        id,
        window.setTimeout(() => void commit(id, false), UNDO_MS),
      );
    },
  };
}

export const DeletionContext = createContext<ReturnType<typeof useDeletionStore> | undefined>(
  undefined,
);

/** Of one message. */
export function useDeletion(id: string) {
  const store = useContext(DeletionContext);
  if (!store) throw new Error('useDeletion needs a DeletionContext above it');
  return {
    isWaiting: store.waiting.has(id),
    ask: () => store.ask(id),
    undo: () => store.undo(id),
    hold: () => store.hold(id),
    letGo: () => store.letGo(id),
  };
}
