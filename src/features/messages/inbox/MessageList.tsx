import { words } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { useWords } from '../../../web/words.tsx';
import { FetchedList } from '../core/FetchedList.tsx';
import { usePages } from '../../../web/lists/usePages.ts';
import { listMessages } from '../core/message.contract.ts';
import { MessageCard } from './MessageCard.tsx';

/** Everything sent and received, newest first (specification §2). */
export function MessageList() {
  const t = useWords();
  const pages = usePages(listMessages);
  const messages = pages.answers?.flat();
  return (
    <FetchedList pages={pages} failure={words('Your messages could not be loaded.')}>
      {messages?.length === 0 ? (
        <EmptyState title={t('No messages yet.')}>
          {t('Start a conversation with a fellow community member!')}
        </EmptyState>
      ) : null}
      {messages && messages.length > 0 ? (
        <div className="lg:max-h-[600px] lg:overflow-y-auto lg:pe-4">
          {messages.map((message) => (
            <MessageCard key={message.id} message={message} />
          ))}
          {pages.hasNextPage ? (
            <Button
              pending={pages.isFetchingNextPage}
              pendingLabel={t('Loading messages...')}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('Show older messages')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </FetchedList>
  );
}
