import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { isGone, useNameOf } from '../core/MemberName.tsx';
import { ReplyForm } from '../compose/ReplyForm.tsx';
import { UndeliverableDraft } from '../compose/UndeliverableDraft.tsx';
import type { ThreadHead } from './ThreadActions.tsx';
import { useBlock } from '../blocks/useBlock.ts';

/** Below a conversation: the reply, or why there can be none and what was being written until then. */
export function ThreadAnswer({ head }: { head: ThreadHead }) {
  if (head.isOpen && !head.isBlocked)
    return (
      <ReplyForm key={head.other.id} other={head.other} isFirst={head.messages.length === 0} />
    );
  return (
    <>
      <CannotReply head={head} />
      <UndeliverableDraft other={head.other} />
    </>
  );
}

function CannotReply({ head }: { head: ThreadHead }) {
  const t = useWords();
  const nameOf = useNameOf();
  const block = useBlock();
  const name = nameOf(head.other);
  if (head.isBlocked)
    return (
      <Notice>
        <strong className="wrap-anywhere">{t('You have blocked {name}', { name })}</strong>
        <p>{t('Neither of you can write to the other.')}</p>
        <Button
          pending={block.isPending}
          onClick={() => void block.run({ member: head.other, blocked: false })}
        >
          {t('Unblock')}
        </Button>
      </Notice>
    );
  if (isGone(head.other))
    return (
      <Notice>
        {t('This member has left. What you wrote to each other stays until you delete it.')}
      </Notice>
    );
  return <Notice>{t('Nobody can write to this member at present.')}</Notice>;
}
