import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import type { Person } from '../core/message.contract.ts';
import { useNameOf } from '../core/MemberName.tsx';
import { MessageText } from '../core/MessageText.tsx';
import { hasText, useDraft } from '../core/useDrafts.ts';

/** A draft to a member who can no longer get messages: it can be read and copied until it is discarded. */
export function UndeliverableDraft({ other }: { other: Person }) {
  const t = useWords();
  const nameOf = useNameOf();
  const confirm = useConfirm();
  const { draft, clear } = useDraft(other.id);
  if (!hasText(draft)) return null;

  async function ask() {
    const isSure = await confirm({
      title: t('Discard this text?'),
      confirmLabel: t('Discard'),
      danger: true,
    });
    if (isSure) clear();
  }
  const text = [draft.subject, draft.content].filter((part) => part.trim()).join('\n\n');
  const title = t('What you were writing to {name}', { name: nameOf(other) });
  return (
    <section
      aria-label={title}
      className="edged grid grid-cols-[minmax(0,1fr)] gap-3 border-rule p-4"
    >
      <h3 className="wrap-anywhere">{title}</h3>
      <p className="hint">{t('It has not been sent. It stays here until you leave this page.')}</p>
      <MessageText content={text} isWhole />
      <div className="actions">
        <CopyButton
          text={text}
          onFailed={() =>
            toast({
              title: t('Copy Failed'),
              description: t('Please select the text and copy it yourself.'),
              variant: 'destructive',
            })
          }
        >
          {t('Copy')}
        </CopyButton>
        <Button onClick={() => void ask()}>{t('Discard')}</Button>
      </div>
    </section>
  );
}
