import type { FormEvent, Ref } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { NewIndividualEmail, sendIndividualEmail } from '../message/message.contract.ts';
import { useFreshHistory } from '../../mail/configuration/useEmailConfig.ts';
import { DraftStatus } from './DraftStatus.tsx';
import { MessageFields } from './MessageFields.tsx';
import { MailPreview, usePreview } from './MailPreview.tsx';
import { eachOnce, SAVED_AS_NEW_DRAFT, useMessageToasts } from './useMessageToasts.ts';
import { messageIn, type useMailDraft } from './useMailDraft.ts';

const FAILED = words('Email Failed');

interface LetterFormProps {
  editor: ReturnType<typeof useMailDraft<'individual'>>;
  ref?: Ref<HTMLFormElement>;
  /** Of whom it is about: one of these is chosen, none is typed. */
  addresses?: readonly string[];
  onSent?: () => void;
}

/** Recipient, subject and message of a mail to one person. */
export function LetterForm({ editor, ref, addresses, onSent }: LetterFormProps) {
  const t = useWords();
  const { draft, write, sendDraft, conflict, hasNewerText } = editor;
  const withRecentPassword = useRecentPassword();
  const { refuse, refuseFirst } = useMessageToasts();
  const refreshHistory = useFreshHistory();
  const preview = usePreview(draft, 'letter');
  const send = useForm(sendIndividualEmail, {
    fallback: t('Failed to send email.'),
    read: (form) => ({ recipient: form.get('recipient'), ...messageIn(form) }),
    through: (action) => sendDraft(withRecentPassword, action),
    onSuccess: () => {
      const title = t('Email Sent');
      toast(hasNewerText() ? { title, description: t(SAVED_AS_NEW_DRAFT) } : { title });
      void refreshHistory();
      onSent?.();
    },
    onFailure: (sentence) => refuse(FAILED, sentence),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    if (conflict !== undefined) {
      event.preventDefault();
      refuse(FAILED, conflict);
      return;
    }
    const { kind: _, ...mail } = draft;
    refuseFirst(Object.values(errorsOf(NewIndividualEmail, mail)));
    send.form.onSubmit(event);
  }

  const { recipient } = send.errors;
  const chosen = { name: 'recipient', value: draft.recipient } as const;
  return (
    <>
      <form {...send.form} ref={ref} onSubmit={submit} className="grid max-w-2xl gap-5">
        <FormErrors state={{ ...send, errors: eachOnce(send.errors) }} />
        <Field label={t('Recipient')} error={recipient && t(recipient)}>
          {addresses ? (
            <Select
              {...chosen}
              options={addresses}
              onChoose={(address) => write({ recipient: address })}
            />
          ) : (
            <TextInput
              {...chosen}
              type="email"
              autoComplete="off"
              maxLength={254}
              onChange={({ target }) => write({ recipient: target.value })}
            />
          )}
        </Field>
        <MessageFields draft={draft} write={write} errors={send.errors} />
        <DraftStatus editor={editor} />
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            pending={send.isPending}
            pendingLabel={t('Sending...')}
          >
            {t('Send email')}
          </Button>
          <Button onClick={preview.open}>{t('Preview')}</Button>
        </div>
      </form>
      <MailPreview open={preview.isOpen} onClose={preview.close} template="letter" letter={draft} />
    </>
  );
}
