import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { words } from '../../../shared/words.ts';
import { linkTo } from '../../../web/address.ts';
import { CallError, call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { useWords } from '../../../web/words.tsx';
import { showConversation, readConversation } from '../core/conversation.contract.ts';
import { FetchedList } from '../core/FetchedList.tsx';
import { usePages } from '../../../web/lists/usePages.ts';
import { MemberName } from '../core/MemberName.tsx';
import { UndeliverableDraft } from '../compose/UndeliverableDraft.tsx';
import { ThreadAnswer } from './ThreadAnswer.tsx';
import { ThreadActions } from './ThreadActions.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';
import { useDraft } from '../core/useDrafts.ts';
import { messagesAddress } from '../core/useMessagesAddress.ts';
import { useMutation } from '@tanstack/react-query';
import { useRefresh } from '../core/useRefresh.ts';

/** What the member and one other wrote to each other, read and answered in one place. */
export function Thread({ otherId }: { otherId: string }) {
  const t = useWords();
  const pages = usePages(showConversation, { id: otherId });
  const { recipient } = useDraft(otherId).draft;
  const head = pages.answers?.[0];
  useReading(otherId, head?.unread ?? 0);
  const title = useRef<HTMLHeadingElement>(null);
  const takeFocus = useEffectEvent(() => title.current?.focus());
  const isThere = head !== undefined;
  useEffect(() => {
    if (isThere) takeFocus();
  }, [isThere]);

  if (pages.error instanceof CallError && pages.error.status === 404)
    return (
      <>
        <EmptyState
          title={t('Conversation not found')}
          action={<Button {...linkTo(messagesAddress())}>{t('All messages')}</Button>}
        >
          {t('You have not exchanged messages with this member, or they do not want to be found.')}
        </EmptyState>
        {recipient ? <UndeliverableDraft other={recipient} /> : null}
      </>
    );
  return (
    <FetchedList pages={pages} failure={words('This conversation could not be loaded.')}>
      {head ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h2 ref={title} tabIndex={-1} className="min-w-0 text-2xl">
              <MemberName person={head.other} />
            </h2>
            <ThreadActions head={head} hasMessages={head.messages.length > 0} />
          </div>
          <ThreadMessages
            messages={pages.answers?.flatMap((page) => page.messages).toReversed() ?? []}
            older={
              pages.hasNextPage
                ? { isPending: pages.isFetchingNextPage, fetch: () => void pages.fetchNextPage() }
                : undefined
            }
          />
          <ThreadAnswer head={head} />
        </>
      ) : null}
    </FetchedList>
  );
}

/** Marks a conversation as read while the page is visible. */
function useReading(otherId: string, unread: number): void {
  const refresh = useRefresh();
  const isVisible = useVisible();
  const { mutate } = useMutation({
    mutationFn: (id: string) => call(readConversation, { params: { id } }),
    onSuccess: refresh,
  });
  useEffect(() => {
    if (isVisible && unread > 0) mutate(otherId);
  }, [isVisible, unread, otherId, mutate]);
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether this page is visible. */
const useVisible = () => useSyncExternalStore(subscribe, () => !document.hidden);
