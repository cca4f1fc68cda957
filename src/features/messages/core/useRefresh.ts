import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showSession } from '../../members/sessions/session.contract.ts';
import { listBlocks } from './block.contract.ts';
import { listConversations, showConversation } from './conversation.contract.ts';
import { listMessages } from './message.contract.ts';

/** What a page may show of messages. */
export const MESSAGE_LISTS = [
  listMessages,
  listConversations,
  showConversation,
  listBlocks,
  showSession,
];

/** Fetches what the page shows of messages again; resolves when it has arrived. */
export async function refreshMessages(client: QueryClient): Promise<void> {
  await Promise.all(
    MESSAGE_LISTS.map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
  );
}

export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => refreshMessages(client);
}
