import { isolated } from '../../shared/shown.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { TriageRecord } from './triage.contract.ts';
import { TriageMark } from './TriageMark.tsx';

interface TriageConflictProps {
  /** As it stands now. */
  record: TriageRecord;
  isPending: boolean;
  onTakeTheirs: () => void;
}

/** Somebody else was faster: what they did, and what to do about it. Stands in the form with one’s own choice. */
export function TriageConflict({ record, isPending, onTakeTheirs }: TriageConflictProps) {
  const t = useWords();
  const { momentOf } = useDates();
  return (
    <Notice role="alert" tone="danger">
      <strong>
        {t('Somebody else has changed this meanwhile. What you chose is still here.')}
      </strong>
      <p>
        {t('{name} saved on {moment}:', {
          name: record.changedBy ? isolated(record.changedBy) : t('Somebody whose account is gone'),
          moment: record.changedAt ? momentOf(record.changedAt) : '–',
        })}{' '}
        <TriageMark triage={record} />
      </p>
      <div className="actions">
        <Button type="submit" pending={isPending} pendingLabel={t('Saving...')}>
          {t('Save mine all the same')}
        </Button>
        <Button onClick={onTakeTheirs}>{t('Take theirs')}</Button>
      </div>
    </Notice>
  );
}
