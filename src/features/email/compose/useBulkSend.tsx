import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { go, withQuery } from '../../../web/address.ts';
import { CallError } from '../../../web/api.ts';
import { usePasswordEachTime } from '../../../web/recentPassword.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { listEmailBatches, NewBulkEmail, sendBulkEmail } from '../mailing/batch.contract.ts';
import { readMailPool } from '../mailing/pool.contract.ts';
import { BULK_PATH } from '../paths.rules.ts';
import { SendQuestion } from './SendQuestion.tsx';
import { bodyOf, recipientCountOf, type useBulkDraft } from './useBulkDraft.ts';
import { KEPT_MEANWHILE, useLetterToasts } from './useLetterToasts.ts';
import { lettersIn } from './useMailDraft.ts';

const FAILED = words('Bulk Email Failed');
const NO_MOMENT = words('Please choose a day and a time.');

/**
 * Sends a bulk mail after a question that names how many it goes to, and the password each time. `matching` is how
 * many people were shown; where they are another number by now the server says so, and they are counted anew.
 */
export function useBulkSend(
  { draft, sendOff, clash, hasMore }: ReturnType<typeof useBulkDraft>,
  matching: number,
) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { refuse, refuseFirst } = useLetterToasts();
  const count = recipientCountOf(draft, matching);
  const withPassword = usePasswordEachTime();
  const send = useForm(sendBulkEmail, {
    fallback: t('Failed to send bulk emails.'),
    read: (form) => bodyOf({ ...draft, ...lettersIn(form) }, matching),
    check: (): Record<string, string> =>
      draft.isLater && !draft.scheduledFor ? { scheduledFor: NO_MOMENT } : {},
    confirm: () =>
      confirm({
        title: t('Send to {count, plural, one {# person} other {# people}}?', { count }),
        text: <SendQuestion draft={draft} />,
        confirmLabel: t('Go on to the password'),
      }),
    through: (deed) => sendOff(withPassword, deed),
    onSuccess: ({ message, batchId, summary: { queued, failed, skipped } }) => {
      const recipients = t('{count, plural, one {# recipient.} other {# recipients.}}', {
        count: queued,
      });
      const lost = t('{count, plural, other {# failed.}}', { count: failed });
      const leftOut = t('{count, plural, other {# left out.}}', { count: skipped });
      toast({
        title: draft.isLater ? t('Bulk Email Scheduled') : t('Bulk Email Sent'),
        description: [
          recipients,
          ...(failed > 0 ? [lost] : []),
          ...(skipped > 0 ? [leftOut] : []),
          t(message),
          ...(hasMore() ? [t(KEPT_MEANWHILE)] : []),
        ].join(' '),
      });
      void client.invalidateQueries({ queryKey: [listEmailBatches.name] });
      go(withQuery(BULK_PATH, { batch: batchId }));
    },
    onFailure: (sentence, error) => {
      refuse(FAILED, sentence);
      if (error instanceof CallError && error.status === 409)
        void client.invalidateQueries({ queryKey: [readMailPool.name] });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    if (clash !== undefined) {
      event.preventDefault();
      refuse(FAILED, clash);
      return;
    }
    refuseFirst(Object.values(errorsOf(NewBulkEmail, bodyOf(draft, matching))));
    send.form.onSubmit(event);
  }
  return { send, submit, count };
}
