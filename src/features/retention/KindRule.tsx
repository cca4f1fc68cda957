import { Badge } from '../../web/ui/Badge.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { Select } from '../../web/forms/Select.tsx';
import { useWords } from '../../web/words.tsx';
import { type Period, periodsOf, RETENTION, type RetentionKind } from './retention.rules.ts';
import { type OlderCounts, useRetentionSentences } from './useRetentionSentences.ts';

interface KindRuleProps {
  kind: RetentionKind;
  months: Period | null;
  due: OlderCounts;
  onChoose: (months: Period | null) => void;
}

/** One kind of record: what it is, how long it is kept, and how many are older. */
export function KindRule({ kind, months, due, onChoose }: KindRuleProps) {
  const t = useWords();
  const { periodText: periodIn, countOlder: wouldGo } = useRetentionSentences();
  const { title, about, end, advisedMonths } = RETENTION[kind];
  const options = [null, ...periodsOf(kind)].map((period) => ({
    value: String(period ?? ''),
    label:
      period === advisedMonths
        ? t('{period} (recommended)', { period: periodIn(period) })
        : periodIn(period),
  }));
  return (
    <div className="grid grid-rows-[1fr_auto] gap-3 edged border-rule bg-raised p-5">
      <Field label={t(title)} hint={t(about)} className="grid-rows-[auto_1fr_auto]">
        <Select
          options={options}
          value={String(months ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChoose(periodsOf(kind).find((period) => String(period) === value) ?? null)
          }
        />
      </Field>
      <p className="flex min-h-8 flex-wrap items-center gap-2" aria-live="polite">
        {months === null ? (
          <Badge>{t('Kept')}</Badge>
        ) : (
          <>
            <Badge tone="bad">
              {end === 'deleted' ? t('Deleted') : t('Personal details removed')}
            </Badge>
            <span className="hint">{wouldGo(due, months)}</span>
          </>
        )}
      </p>
    </div>
  );
}
