import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showSession } from '../../members/sessions/session.contract.ts';
import { listBlocks } from './block.contract.ts';
import { listConversations, showConversation } from './conversation.contract.ts';
import { listMessages } from './message.contract.ts';

const lists = [listMessages, listConversations, showConversation, listBlocks, showSession];

/** Fetches what the page shows of messages again; resolves when it has arrived. */
export async function refreshMessages(client: QueryClient): Promise<void> {
  await Promise.all(lists.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
}

export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => refreshMessages(client);
}
