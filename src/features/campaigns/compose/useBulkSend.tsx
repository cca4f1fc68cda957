import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { go, withQuery } from '../../../web/address.ts';
import { CallError } from '../../../web/api.ts';
import { usePasswordEachTime } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { listEmailBatches, NewBulkEmail, sendBulkEmail } from '../batches/batch.contract.ts';
import { readAudience } from '../audience/audience.contract.ts';
import { BULK_PATH } from '../../mail/paths.rules.ts';
import { bodyOf, type BulkDraft, recipientCountOf, type useBulkDraft } from './useBulkDraft.ts';
import { SAVED_AS_NEW_DRAFT, useMessageToasts } from './useMessageToasts.ts';
import { messageIn } from './useMailDraft.ts';
import { useDates } from '../../../web/useDates.ts';

const FAILED = words('Bulk Email Failed');
const NO_SCHEDULED_TIME = words('Please choose a date and time.');

/**
 * Sends a bulk mail after a question that names how many it goes to, which the password answers each time. `matching`
 * is how many people were shown; where they are another number by now the server says so, and they are counted anew.
 */
export function useBulkSend(
  { draft, sendDraft, conflict, hasNewerText }: ReturnType<typeof useBulkDraft>,
  matching: number,
) {
  const t = useWords();
  const client = useQueryClient();
  const { refuse, refuseFirst } = useMessageToasts();
  const count = recipientCountOf(draft, matching);
  const withPassword = usePasswordEachTime();
  const question = {
    title: t('Send to {count, plural, one {# person} other {# people}}?', { count }),
    text: <SendConfirmation draft={draft} />,
    confirmLabel: t('Confirm with password'),
  };
  const send = useForm(sendBulkEmail, {
    fallback: t('Failed to send bulk emails.'),
    read: (form) => bodyOf({ ...draft, ...messageIn(form) }, matching),
    check: (): Record<string, string> =>
      draft.isLater && !draft.scheduledFor ? { scheduledFor: NO_SCHEDULED_TIME } : {},
    through: (action) => sendDraft((sending) => withPassword(sending, question), action),
    onSuccess: ({ batchId, summary: { queued, failed, skipped } }) => {
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
          ...(hasNewerText() ? [t(SAVED_AS_NEW_DRAFT)] : []),
        ].join(' '),
      });
      void client.invalidateQueries({ queryKey: [listEmailBatches.name] });
      go(withQuery(BULK_PATH, { batch: batchId }));
    },
    onFailure: (sentence, error) => {
      refuse(FAILED, sentence);
      if (error instanceof CallError && error.status === 409)
        void client.invalidateQueries({ queryKey: [readAudience.name] });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    if (conflict !== undefined) {
      event.preventDefault();
      refuse(FAILED, conflict);
      return;
    }
    refuseFirst(Object.values(errorsOf(NewBulkEmail, bodyOf(draft, matching))));
    send.form.onSubmit(event);
  }
  return { send, submit, count };
}

/** What is asked before a bulk mail leaves, below the number of its recipients. */
function SendConfirmation({ draft }: { draft: BulkDraft }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { subject, to, picked, unasked, isLater, scheduledFor } = draft;
  const hasUnasked = to === 'all' ? unasked : Object.values(picked).includes(false);
  return (
    <div className="grid gap-3">
      <p dir="auto" className="bold [overflow-wrap:anywhere]">
        {subject.trim()}
      </p>
      <p>
        {isLater && scheduledFor
          ? t('It will be sent on {when}. You can cancel it until then.', {
              when: dateTimeOf(new Date(scheduledFor).toISOString()),
            })
          : t('Sending starts right away. Emails that have been sent cannot be recalled.')}
      </p>
      {hasUnasked ? <p className="error">{t('Some of them have not asked for news.')}</p> : null}
    </div>
  );
}
