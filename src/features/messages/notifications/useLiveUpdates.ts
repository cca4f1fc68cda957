import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { go } from '../../../web/address.ts';
import { call } from '../../../web/api.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { showSession } from '../../members/sessions/session.contract.ts';
import { showConversation } from '../core/conversation.contract.ts';
import { useNameOf } from '../core/MemberName.tsx';
import { findRecipients } from '../core/message.contract.ts';
import { type NewMessageEvent, useLiveEvents } from './useLiveEvents.ts';
import { messagesAddress, useMessagesAddress } from '../core/useMessagesAddress.ts';
import { refreshMessages } from '../core/useRefresh.ts';

/** Events that come together cause one refresh. */
const BATCH_MS = 200;

/**
 * Keeps the page up to date with live events. Returns the sentence for the page's live region: who has written into
 * the open conversation. For other conversations a toast links there. `login` changes with every login;
 * `onSessionEnd` is called when the session may be over.
 */
export function useLiveUpdates(isOn: boolean, login: number, onSessionEnd: () => void): string {
  const t = useWords();
  const client = useQueryClient();
  const nameOf = useNameOf();
  const { other: open } = useMessagesAddress();
  const [announcement, setAnnouncement] = useState('');
  const refresh = useBatchedRefresh(client);

  async function announce({ with: from }: NewMessageEvent) {
    const { other } = await call(showConversation, { params: { id: from }, query: { limit: 1 } });
    const sentence = t('New message from {name}', { name: nameOf(other) });
    // A screen reader would read the same sentence only once.
    if (from === open)
      setAnnouncement((before) => (before === sentence ? `${sentence}\u00A0` : sentence));
    else
      toast({
        title: sentence,
        action: { label: t('Open'), press: () => go(messagesAddress({ other: from })) },
      });
  }

  const news = {
    message(message: NewMessageEvent) {
      refresh();
      // The list shows the sender also when the name could not be fetched.
      if (!message.isOwn && !message.isMuted) announce(message).catch(console.warn);
    },
    changed: refresh,
    refused: onSessionEnd,
    ended: onSessionEnd,
  };
  useLiveEvents(isOn, news, login);

  // The address may have been confirmed in another tab.
  const lookAgain = useEffectEvent(() => {
    if (!isOn || document.hidden) return;
    void client.invalidateQueries({ queryKey: [showSession.name] });
    // Members are found then.
    void client.invalidateQueries({
      queryKey: [findRecipients.name],
      predicate: ({ state }) => state.error !== null,
    });
  });
  useEffect(() => {
    const look = () => lookAgain();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return announcement;
}

/** Refreshes `BATCH_MS` after the first call, once for all calls until then. */
function useBatchedRefresh(client: QueryClient): () => void {
  const timer = useRef<number>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void refreshMessages(client);
    }, BATCH_MS);
  };
}
