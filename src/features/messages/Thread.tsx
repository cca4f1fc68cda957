import { useEffect, useEffectEvent, useRef } from 'react';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { CallError } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { EmptyState } from '../../web/lists/EmptyState.tsx';
import { useWords } from '../../web/words.tsx';
import { showConversation } from './conversation.contract.ts';
import { FetchedList } from './FetchedList.tsx';
import { MemberName } from './MemberName.tsx';
import { StrandedWords } from './StrandedWords.tsx';
import { ThreadAnswer } from './ThreadAnswer.tsx';
import { ThreadDeeds } from './ThreadDeeds.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';
import { useDraft } from './useDrafts.ts';
import { messagesAddress } from './useMessagesAddress.ts';
import { usePages } from './usePages.ts';
import { useReading } from './useReading.ts';

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
          title={t('This conversation is not here')}
          action={<Button {...linkTo(messagesAddress())}>{t('All messages')}</Button>}
        >
          {t('You have not written with this member, or they do not want to be found.')}
        </EmptyState>
        {recipient ? <StrandedWords other={recipient} /> : null}
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
            <ThreadDeeds head={head} hasMessages={head.messages.length > 0} />
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
