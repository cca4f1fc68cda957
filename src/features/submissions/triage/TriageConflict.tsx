import { isolated } from '../../../shared/shown.ts';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { TriageRecord } from './triage.contract.ts';
import { TriageMark } from './TriageMark.tsx';

interface TriageConflictProps {
  /** As it is saved now. */
  record: TriageRecord;
  isPending: boolean;
  onTakeTheirs: () => void;
}

/** Somebody else was faster: what they did. Shown in the form beside one’s own choice. */
export function TriageConflict({ record, isPending, onTakeTheirs }: TriageConflictProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return (
    <Conflict isPending={isPending} onTakeTheirs={onTakeTheirs}>
      <p>
        {t('{name} saved on {moment}:', {
          name: record.changedBy ? isolated(record.changedBy) : t('Somebody whose account is gone'),
          moment: record.changedAt ? dateTimeOf(record.changedAt) : '–',
        })}{' '}
        <TriageMark triage={record} />
      </p>
    </Conflict>
  );
}
