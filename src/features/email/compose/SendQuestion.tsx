import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { BulkDraft } from './useBulkDraft.ts';

/** What is asked before a bulk mail leaves, below the number of its recipients. */
export function SendQuestion({ draft }: { draft: BulkDraft }) {
  const t = useWords();
  const { momentOf } = useDates();
  const { subject, to, picked, unasked, isLater, scheduledFor } = draft;
  const hasUnasked = to === 'all' ? unasked : Object.values(picked).includes(false);
  return (
    <div className="grid gap-3">
      <p dir="auto" className="bold [overflow-wrap:anywhere]">
        {subject.trim()}
      </p>
      <p>
        {isLater && scheduledFor
          ? t('It leaves on {when}. Until then you can cancel it.', {
              when: momentOf(new Date(scheduledFor).toISOString()),
            })
          : t('It starts going out right away, and what has gone out cannot be called back.')}
      </p>
      {hasUnasked ? <p className="error">{t('Some of them have not asked for news.')}</p> : null}
    </div>
  );
}
