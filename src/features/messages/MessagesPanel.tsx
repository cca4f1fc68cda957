import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { go, linkTo } from '../../web/address.ts';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Icon } from '../../web/ui/Icon.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { useWords } from '../../web/words.tsx';
import { showSession } from '../members/sessions/session.contract.ts';
import { BlockedMembers } from './blocks/BlockedMembers.tsx';
import { ConversationList } from './inbox/ConversationList.tsx';
import { MessageForm } from './compose/MessageForm.tsx';
import { MessageList } from './inbox/MessageList.tsx';
import { Thread } from './conversation/Thread.tsx';
import { hasText, NEW_MESSAGE, useDraft } from './core/useDrafts.ts';
import { messagesAddress, useMessagesAddress } from './core/useMessagesAddress.ts';
import { VerifyHint } from './compose/VerifyHint.tsx';

/** A member's messages: writing and the lists, or one conversation beside the others. */
export function MessagesPanel() {
  const { other } = useMessagesAddress();
  const session = useQuery(read(showSession));
  const mustVerifyEmail = session.data?.mustVerifyEmail === true;
  const [wasOpen, setWasOpen] = useState(false);
  if (other && !wasOpen) setWasOpen(true);
  return (
    <>
      {mustVerifyEmail ? <VerifyHint /> : null}
      {other ? (
        <ConversationView key={other} other={other} />
      ) : (
        <MessagesOverview isReturn={wasOpen} />
      )}
    </>
  );
}

interface MessagesOverviewProps {
  /** From a conversation, whose place in the page is gone. */
  isReturn: boolean;
}

function MessagesOverview({ isReturn }: MessagesOverviewProps) {
  const t = useWords();
  const { draft } = useDraft(NEW_MESSAGE);
  // On a phone the form waits behind a button, so that the messages are seen first.
  const [isWriting, setWriting] = useState(hasText(draft));
  const lists = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReturn) lists.current?.focus();
  }, [isReturn]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <section aria-labelledby="write" className="grid gap-4">
        <h2 id="write" className={`text-2xl ${isWriting ? '' : 'max-lg:sr-only'}`}>
          {t('Send a Message')}
        </h2>
        <Button
          variant={isWriting ? 'secondary' : 'primary'}
          className="justify-self-start lg:hidden"
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          {isWriting ? t('Close the form') : t('Write a message')}
        </Button>
        <div className={isWriting ? '' : 'max-lg:hidden'}>
          <MessageForm
            onSent={() => {
              setWriting(false);
              lists.current?.focus();
            }}
          />
        </div>
      </section>
      <section aria-labelledby="lists" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="lists" ref={lists} tabIndex={-1} className="text-2xl">
          {t('Your Messages')}
        </h2>
        <Lists />
      </section>
    </div>
  );
}

function Lists() {
  const t = useWords();
  const { view } = useMessagesAddress();
  return (
    <Tabs
      label={t('Your Messages')}
      look="line"
      value={view}
      onChange={(next) => go(messagesAddress({ view: next }))}
      tabs={[
        { value: 'all', label: t('All messages'), content: <MessageList /> },
        {
          value: 'conversations',
          label: t('Conversations'),
          content: (
            <>
              <ConversationList />
              <BlockedMembers />
            </>
          ),
        },
      ]}
    />
  );
}

/** On wide screens the other conversations are listed beside it. */
function ConversationView({ other }: { other: string }) {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Button variant="quiet" className="-ms-3 justify-self-start" {...linkTo(messagesAddress())}>
          <span className="rotate-90 rtl:-rotate-90">
            <Icon name="chevron" />
          </span>
          {t('All messages')}
        </Button>
        <div className="max-lg:hidden">
          <ConversationList open={other} />
        </div>
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Thread otherId={other} />
      </section>
    </div>
  );
}
