import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { go } from '../../web/address.ts';
import { call } from '../../web/api.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { showSession } from '../members/sessions/session.contract.ts';
import { showConversation } from './conversation.contract.ts';
import { useNameOf } from './MemberName.tsx';
import { findRecipients } from './message.contract.ts';
import { type Arrival, useLive } from './useLive.ts';
import { messagesAddress, useMessagesAddress } from './useMessagesAddress.ts';
import { refreshMessages } from './useRefresh.ts';

/** News that come together are fetched together. */
const GATHERING_MS = 200;

/**
 * Keeps the page up to date with what happens elsewhere. Answers the sentence for the page's live region: who has
 * written into the conversation that is open. Of the others a toast tells, which leads there. `login` changes with
 * every login; `onSessionEnd` hears that the session may be over.
 */
export function useNews(isOn: boolean, login: number, onSessionEnd: () => void): string {
  const t = useWords();
  const client = useQueryClient();
  const nameOf = useNameOf();
  const { other: open } = useMessagesAddress();
  const [said, setSaid] = useState('');
  const refresh = useGathered(client);

  async function announce({ with: from }: Arrival) {
    const { other } = await call(showConversation, { params: { id: from }, query: { limit: 1 } });
    const sentence = t('New message from {name}', { name: nameOf(other) });
    // The same sentence twice would be heard once.
    if (from === open) setSaid((before) => (before === sentence ? `${sentence}\u00A0` : sentence));
    else
      toast({
        title: sentence,
        action: { label: t('Open'), press: () => go(messagesAddress({ other: from })) },
      });
  }

  const news = {
    message(arrival: Arrival) {
      refresh();
      // Whoever it was from stands in the list also when the name could not be fetched.
      if (!arrival.isOwn && !arrival.isMuted) announce(arrival).catch(console.warn);
    },
    changed: refresh,
    refused: onSessionEnd,
    ended: onSessionEnd,
  };
  useLive(isOn, news, login);

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

  return said;
}

/** Refreshes a moment after the first call for it, once for all the calls until then. */
function useGathered(client: QueryClient): () => void {
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
    }, GATHERING_MS);
  };
}
