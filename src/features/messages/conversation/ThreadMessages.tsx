import { useRef } from 'react';
import { shown } from '../../../shared/shown.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { DeletedMessage } from '../inbox/DeletedMessage.tsx';
import { MemberName } from '../core/MemberName.tsx';
import type { Message } from '../core/message.contract.ts';
import { MessageActions } from '../inbox/MessageActions.tsx';
import { MessageText } from '../core/MessageText.tsx';
import { useDeletion } from '../inbox/useDeletion.ts';
import { useMember } from '../core/useMember.ts';

interface ThreadMessagesProps {
  /** The oldest first, as one reads. */
  messages: readonly Message[];
  older: { isPending: boolean; fetch: () => void } | undefined;
}

/** The messages of a conversation. It begins at its end, and stays there when another one comes. */
export function ThreadMessages({ messages, older }: ThreadMessagesProps) {
  const t = useWords();
  if (messages.length === 0)
    return <p className="hint">{t('You have not written to each other yet.')}</p>;
  return (
    // Reversed, its scrolling starts at the bottom, and what is put above moves nothing.
    <div
      role="region"
      aria-label={t('Messages')}
      className="flex max-h-[min(600px,60dvh)] flex-col-reverse overflow-y-auto lg:max-h-[600px]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-1">
        {older ? (
          <Button
            className="justify-self-center"
            pending={older.isPending}
            pendingLabel={t('Loading messages...')}
            onClick={older.fetch}
          >
            {t('Show older messages')}
          </Button>
        ) : null}
        {messages.map((message) => (
          <ThreadMessage key={message.id} message={message} />
        ))}
      </div>
    </div>
  );
}

function ThreadMessage({ message }: { message: Message }) {
  const { user } = useMember();
  const { isWaiting } = useDeletion(message.id);
  const item = useRef<HTMLElement>(null);
  const isOwn = message.senderId === user.id;
  return (
    <article
      ref={item}
      tabIndex={-1}
      className={`grid grid-cols-[minmax(0,1fr)] w-full max-w-[36rem] gap-1 p-4 pb-1 ${
        isOwn ? 'justify-self-end bg-rule/60' : 'justify-self-start edged border-rule bg-raised'
      }`}
    >
      {isWaiting ? (
        <DeletedMessage
          id={message.id}
          onUndo={() => queueMicrotask(() => item.current?.focus())}
        />
      ) : (
        <Written message={message} isOwn={isOwn} />
      )}
    </article>
  );
}

function Written({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const state = message.isRead ? t('Read') : t('Sent');
  return (
    <>
      <p className="hint flex flex-wrap justify-between gap-x-4">
        <span className="bold">{isOwn ? t('You') : <MemberName person={message.sender} />}</span>
        <span className="figures">
          <time dateTime={message.createdAt}>{dateTimeOf(message.createdAt)}</time>
          {isOwn ? ` · ${state}` : null}
        </span>
      </p>
      {message.subject ? (
        <h3 dir="auto" className="wrap-anywhere">
          {shown(message.subject)}
        </h3>
      ) : null}
      <MessageText content={message.content} isWhole />
      <MessageActions message={message} />
    </>
  );
}
