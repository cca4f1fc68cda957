import { useAddress, withQuery } from '../../../web/address.ts';

export const VIEWS = ['all', 'conversations'] as const;
export type View = (typeof VIEWS)[number];

export const MESSAGES_PATH = '/messages';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The address of a list, or of what one other member and the reader wrote. */
export const messagesAddress = ({ view, other }: { view?: View; other?: string } = {}) =>
  withQuery(MESSAGES_PATH, { view: view === 'all' ? undefined : view, with: other });

/** What the page's address opens: a list, or the conversation with a member. */
export function useMessagesAddress(): { view: View; other: string | undefined } {
  const { query } = useAddress();
  const other = query.get('with') ?? '';
  return {
    view: query.get('view') === 'conversations' ? 'conversations' : 'all',
    other: UUID.test(other) ? other.toLowerCase() : undefined,
  };
}
