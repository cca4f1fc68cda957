import { useMutation } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { muteConversation, type showConversation } from '../core/conversation.contract.ts';
import { isGone } from '../core/MemberName.tsx';
import { useBlock } from '../blocks/useBlock.ts';
import { useRefresh } from '../core/useRefresh.ts';

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
          onClick={() => mute.mutate(!head.isMuted)}
        >
          {t('Mute')}
        </Button>
      ) : null}
      {head.isBlocked || isGone(head.other) ? null : (
        <Button
          variant="quiet"
          pending={block.isPending}
          onClick={() => block.mutate({ member: head.other, blocked: true })}
        >
          {t('Block member')}
        </Button>
      )}
    </div>
  );
}

function useMute(id: string) {
  const t = useWords();
  const refresh = useRefresh();
  const withLogin = useWithLogin();
  return useMutation({
    mutationFn: (muted: boolean) =>
      withLogin(() => call(muteConversation, { params: { id }, body: { muted } })),
    onSuccess({ message }, muted) {
      toast({ title: muted ? t('Muted') : t('No longer muted'), description: t(message) });
      return refresh();
    },
    onError: (error) =>
      toast({
        title: t('Nothing was changed'),
        description: t(sentenceOf(error, words('Please try again.'))),
        variant: 'destructive',
      }),
  });
}
