import { words } from '../../../shared/words.ts';
import { shown } from '../../../shared/shown.ts';
import { linkTo } from '../../../web/address.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { type Conversation, listConversations } from '../core/conversation.contract.ts';
import { FetchedList } from '../core/FetchedList.tsx';
import { usePages } from '../../../web/lists/usePages.ts';
import { MemberName } from '../core/MemberName.tsx';
import { UnreadBadge } from './NewBadge.tsx';
import { hasText, useDraft } from '../core/useDrafts.ts';
import { useMember } from '../core/useMember.ts';
import { messagesAddress } from '../core/useMessagesAddress.ts';

/** A line for every person the member wrote with, the latest first. */
export function ConversationList({ open }: { open?: string | undefined }) {
  const t = useWords();
  const pages = usePages(listConversations);
  const conversations = pages.answers?.flat();
  return (
    <FetchedList pages={pages} failure={words('Your conversations could not be loaded.')}>
      {conversations?.length === 0 ? (
        <EmptyState title={t('No messages yet.')}>
          {t('Start a conversation with a fellow community member!')}
        </EmptyState>
      ) : null}
      {conversations && conversations.length > 0 ? (
        <nav
          aria-label={t('Conversations')}
          className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:max-h-[600px] lg:overflow-y-auto"
        >
          <ul>
            {conversations.map((one) => (
              <li key={one.other.id} className="border-t border-rule first:border-0">
                <ConversationLink conversation={one} isOpen={one.other.id === open} />
              </li>
            ))}
          </ul>
          {pages.hasNextPage ? (
            <Button
              pending={pages.isFetchingNextPage}
              pendingLabel={t('Loading messages...')}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('Show older conversations')}
            </Button>
          ) : null}
        </nav>
      ) : null}
    </FetchedList>
  );
}

interface ConversationLinkProps {
  conversation: Conversation;
  isOpen: boolean;
}

function ConversationLink({ conversation, isOpen }: ConversationLinkProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const { other, last, unread } = conversation;
  return (
    <a
      {...linkTo(messagesAddress({ other: other.id }))}
      aria-current={isOpen ? 'page' : undefined}
      className="grid grid-cols-[minmax(0,1fr)] gap-0.5 border-s-4 border-transparent px-3 py-3 no-underline hover:bg-raised aria-[current]:border-terracotta aria-[current]:bg-raised"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className={unread > 0 ? 'bold' : ''}>
          <MemberName person={other} />
        </span>
        <time dateTime={last.createdAt} className="hint figures shrink-0">
          {dayOf(last.createdAt)}
        </time>
      </span>
      <span className="flex items-baseline justify-between gap-3">
        <Preview conversation={conversation} />
        {unread > 0 ? <UnreadBadge count={unread} /> : null}
      </span>
      {conversation.isMuted || conversation.isBlocked ? (
        <span className="hint">{conversation.isBlocked ? t('Blocked') : t('Muted')}</span>
      ) : null}
    </a>
  );
}

/** The beginning of the draft, else of the last message. */
function Preview({ conversation: { other, last } }: { conversation: Conversation }) {
  const t = useWords();
  const { user } = useMember();
  const { draft } = useDraft(other.id);
  const label = hasText(draft) ? t('Draft:') : last.senderId === user.id ? t('You:') : undefined;
  const text = hasText(draft) ? draft.content || draft.subject : last.beginning;
  return (
    <span className="hint min-w-0 truncate">
      {label ? <span className="bold">{label} </span> : null}
      <bdi>{shown(text).replaceAll(/\s+/g, ' ')}</bdi>
    </span>
  );
}
