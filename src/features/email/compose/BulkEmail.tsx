import { useRef, useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { useWords } from '../../../web/words.tsx';
import { Part } from '../Part.tsx';
import { DraftList, focusSubject } from './DraftList.tsx';
import { DraftState } from './DraftState.tsx';
import { LetterFields } from './LetterFields.tsx';
import { MailPreview } from './MailPreview.tsx';
import { RecipientPool } from './RecipientPool.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { audienceOf, useBulkDraft } from './useBulkDraft.ts';
import { useBulkSend } from './useBulkSend.tsx';
import { eachOnce } from './useLetterToasts.ts';
import { useMailPool } from './useMailPool.ts';
import { usePreview } from './usePreview.ts';

/** A mail to many (specification §2): its words, whom it goes to, and when. */
export function BulkEmail() {
  const t = useWords();
  const [search, setSearch] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const bulk = useBulkDraft();
  const { draft, write } = bulk;
  const pool = useMailPool(audienceOf(draft), search);
  const preview = usePreview(draft);
  const { send, submit, count } = useBulkSend(bulk, pool.count);
  const { recipients: nobody, ...others } = send.errors;
  // Whoever is chosen mends that at once.
  const errors = nobody && count === 0 ? { ...others, recipients: nobody } : others;
  return (
    <Part title={t('Bulk email')}>
      <DraftList kind="bulk" pen={bulk} onMoved={() => focusSubject(form)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-2">
        <form
          {...send.form}
          ref={form}
          id="bulk-email"
          onSubmit={submit}
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        >
          <FormErrors state={{ ...send, errors: eachOnce(errors) }} />
          <LetterFields draft={draft} write={write} errors={errors} />
          <ScheduleFields draft={draft} write={write} error={errors.scheduledFor} />
          <DraftState pen={bulk} />
        </form>
        <RecipientPool
          draft={draft}
          write={write}
          pool={pool}
          search={search}
          onSearch={setSearch}
          error={count === 0 ? nobody : undefined}
        />
      </div>
      <div className="actions edged-t border-rule pt-5">
        <Button
          type="submit"
          form="bulk-email"
          variant="primary"
          // A number that is not known yet cannot be asked about.
          disabled={draft.to === 'all' && !pool.isKnown}
          pending={send.isPending}
          pendingLabel={t('Sending...')}
        >
          {t(
            '{count, plural, =0 {Send bulk email...} one {Send to # person...} other {Send to # people...}}',
            {
              count,
            },
          )}
        </Button>
        <Button onClick={preview.open}>{t('Preview')}</Button>
      </div>
      <MailPreview open={preview.isOpen} onClose={preview.close} template="news" letter={draft} />
    </Part>
  );
}
