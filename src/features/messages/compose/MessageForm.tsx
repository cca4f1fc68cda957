import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { useWords } from '../../../web/words.tsx';
import { ContentField, SubjectField } from './MessageFields.tsx';
import { RecipientField } from './RecipientField.tsx';
import { NEW_MESSAGE, useDraft } from '../core/useDrafts.ts';
import { useSend } from './useSend.ts';

/** A message to a member of one's choice (specification §2). */
export function MessageForm({ onSent }: { onSent: () => void }) {
  const t = useWords();
  const { recipient } = useDraft(NEW_MESSAGE).draft;
  const { send, draft, write } = useSend({
    draftKey: NEW_MESSAGE,
    recipientId: recipient?.id,
    needsSubject: true,
    onSent,
  });
  const { recipientId } = send.errors;
  return (
    <form {...send.form} className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="write">
      <FormErrors state={send} />
      <RecipientField
        recipient={draft.recipient}
        onChoose={(person) => write({ recipient: person })}
        error={recipientId && t(recipientId)}
      />
      <SubjectField send={send} draft={draft} write={write} />
      <ContentField send={send} draft={draft} write={write} rows={6} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          disabled={!draft.recipient}
          pending={send.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Send Message')}
        </Button>
      </div>
    </form>
  );
}
