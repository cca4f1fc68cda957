import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { useWords } from '../../../web/words.tsx';
import type { Person } from '../core/message.contract.ts';
import { useNameOf } from '../core/MemberName.tsx';
import { ContentField, SubjectField } from './MessageFields.tsx';
import type { Draft } from '../core/useDrafts.ts';
import { useSend } from './useSend.ts';

interface ReplyFormProps {
  other: Person;
  /** The first message to a member needs a subject. */
  isFirst?: boolean;
  onSent?: () => void;
  onCancel?: () => void;
  /** The person has just opened it. */
  isFocused?: boolean;
}

/** Writes to the person of a conversation, in the place where it is read. */
export function ReplyForm(props: ReplyFormProps) {
  const { other, isFirst = false, onSent, onCancel, isFocused = false } = props;
  const t = useWords();
  const nameOf = useNameOf();
  const {
    send,
    draft,
    write: writeDraft,
  } = useSend({
    draftKey: other.id,
    recipientId: other.id,
    needsSubject: isFirst,
    onSent: onSent ?? (() => {}),
  });
  const write = (change: Partial<Draft>) => writeDraft({ ...change, recipient: other });
  const { recipientId, ...errors } = send.errors;
  const failure = recipientId && t(recipientId);
  return (
    <form
      {...send.form}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere"
      aria-label={t('Reply')}
    >
      <FormErrors state={{ ...send, errors, failure: failure ?? send.failure }} />
      {isFirst || errors.subject ? <SubjectField send={send} draft={draft} write={write} /> : null}
      <ContentField
        send={send}
        draft={draft}
        write={write}
        rows={3}
        label={t('Message to {name}', { name: nameOf(other) })}
        isFocused={isFocused}
      />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={send.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Send')}
        </Button>
        {onCancel ? <Button onClick={onCancel}>{t('Cancel')}</Button> : null}
      </div>
    </form>
  );
}
