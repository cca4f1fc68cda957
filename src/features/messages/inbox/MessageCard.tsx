import { useRef, useState } from 'react';
import { shown } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { linkTo } from '../../../web/address.ts';
import { call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { DeletedMessage } from './DeletedMessage.tsx';
import { isGone, MemberName } from '../core/MemberName.tsx';
import { type Message, readMessage } from '../core/message.contract.ts';
import { MessageActions, MINOR } from './MessageActions.tsx';
import { MessageText } from '../core/MessageText.tsx';
import { NewBadge } from './NewBadge.tsx';
import { ReplyForm } from '../compose/ReplyForm.tsx';
import { useDeletion } from './useDeletion.ts';
import { useMember } from '../core/useMember.ts';
import { messagesAddress } from '../core/useMessagesAddress.ts';
import { MESSAGE_LISTS } from '../core/useRefresh.ts';

/** One message of the list, with what can be done about it (specification §2). */
export function MessageCard({ message }: { message: Message }) {
  const { isWaiting } = useDeletion(message.id);
  const card = useRef<HTMLElement>(null);
  const takeFocus = () => queueMicrotask(() => card.current?.focus());
  return (
    <article
      ref={card}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-rule py-5 first:border-0 first:pt-0"
    >
      {isWaiting ? (
        <DeletedMessage id={message.id} onUndo={takeFocus} />
      ) : (
        <WholeMessage message={message} onAnswered={takeFocus} />
      )}
    </article>
  );
}

interface WholeMessageProps {
  message: Message;
  onAnswered: () => void;
}

function WholeMessage({ message, onAnswered }: WholeMessageProps) {
  const t = useWords();
  const { user } = useMember();
  const [isAnswering, setAnswering] = useState(false);
  const isReceived = message.recipientId === user.id;
  const other = isReceived ? message.sender : message.recipient;
  const isNew = isReceived && !message.isRead;
  const mark = useAction(() => call(readMessage, { params: { id: message.id } }), {
    failed: t('Nothing was changed'),
    fallback: words('Please try again.'),
    refresh: MESSAGE_LISTS,
  });
  const markIfNew = () => {
    if (isNew) void mark.run();
  };

  function close() {
    setAnswering(false);
    onAnswered();
  }

  return (
    <>
      <MessageHead message={message} isReceived={isReceived} isNew={isNew} />
      {message.subject ? (
        <h3 dir="auto" className="wrap-anywhere">
          {shown(message.subject)}
        </h3>
      ) : null}
      <MessageText content={message.content} onUnfold={markIfNew} />
      <MessageActions message={message}>
        {isGone(other) || isAnswering ? null : (
          <Button
            variant="quiet"
            className="px-2"
            onClick={() => {
              markIfNew(); // Replying counts as reading.
              setAnswering(true);
            }}
          >
            {isReceived ? t('Reply') : t('Write again')}
          </Button>
        )}
        {isNew ? (
          <Button
            variant="quiet"
            className={MINOR}
            pending={mark.isPending}
            onClick={() => void mark.run()}
          >
            {t('Mark as read')}
          </Button>
        ) : null}
      </MessageActions>
      {isAnswering ? <ReplyForm other={other} onSent={close} onCancel={close} isFocused /> : null}
    </>
  );
}

interface MessageHeadProps {
  message: Message;
  isReceived: boolean;
  isNew: boolean;
}

function MessageHead({ message, isReceived, isNew }: MessageHeadProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const other = isReceived ? message.sender : message.recipient;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="hint">{isReceived ? t('From') : t('To')}</span>
        <a {...linkTo(messagesAddress({ other: other.id }))} className="bold">
          <MemberName person={other} />
        </a>
        {isNew ? <NewBadge /> : null}
      </p>
      <p className="hint figures">
        <time dateTime={message.createdAt}>{dateTimeOf(message.createdAt)}</time>
        {!isReceived && message.isRead ? ` · ${t('Read')}` : null}
      </p>
    </div>
  );
}
