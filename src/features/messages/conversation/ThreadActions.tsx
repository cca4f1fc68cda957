import { words } from '../../../shared/words.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call } from '../../../web/api.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { muteConversation, type showConversation } from '../core/conversation.contract.ts';
import { isGone } from '../core/MemberName.tsx';
import { useBlock } from '../blocks/useBlock.ts';
import { MESSAGE_LISTS } from '../core/useRefresh.ts';

/** The first page of a conversation, with the other member and its settings. */
export type ThreadHead = AnswerOf<typeof showConversation>;

interface ThreadActionsProps {
  head: ThreadHead;
  /** Without messages there is nothing to mute. */
  hasMessages: boolean;
}

/** Mute the conversation or block the member. */
export function ThreadActions({ head, hasMessages }: ThreadActionsProps) {
  const t = useWords();
  const mute = useMute(head.other.id);
  const block = useBlock();
  return (
    <div className="-mx-3 flex flex-wrap">
      {hasMessages && !head.isBlocked ? (
        <Button
          variant="quiet"
          aria-pressed={head.isMuted}
          pending={mute.isPending}
          onClick={() => void mute.run(!head.isMuted)}
        >
          {t('Mute')}
        </Button>
      ) : null}
      {head.isBlocked || isGone(head.other) ? null : (
        <Button
          variant="quiet"
          pending={block.isPending}
          onClick={() => void block.run({ member: head.other, blocked: true })}
        >
          {t('Block member')}
        </Button>
      )}
    </div>
  );
}

function useMute(id: string) {
  const t = useWords();
  return useAction(
    (muted: boolean) => call(muteConversation, { params: { id }, body: { muted } }),
    {
      through: useWithLogin(),
      failed: t('Nothing was changed'),
      fallback: words('Please try again.'),
      refresh: MESSAGE_LISTS,
      onDone: ({ message }, muted) =>
        toast({ title: muted ? t('Muted') : t('No longer muted'), description: t(message) }),
    },
  );
}
