import { useDates } from '../../web/useDates.ts';
import { useLanguage, useWords } from '../../web/words.tsx';
import type { Retention } from './retention.contract.ts';
import { RETENTION, RETENTION_KINDS } from './retention.rules.ts';

/** When the last run was, and how many records of each kind it removed. */
export function LastRun({ run }: { run: Retention['lastRun'] }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const figures = new Intl.NumberFormat(useLanguage());
  const gone = RETENTION_KINDS.filter((kind) => run !== null && run.removed[kind] > 0);
  return (
    <section aria-labelledby="last-run" className="grid gap-3">
      <h3 id="last-run">{t('The last cleanup')}</h3>
      {run === null ? <p>{t('There has been none yet.')}</p> : null}
      {run ? (
        <p>
          {run.finishedAt
            ? t('It started on {when} and has finished.', { when: dateTimeOf(run.startedAt) })
            : t('It started on {when} and is still running.', {
                when: dateTimeOf(run.startedAt),
              })}{' '}
          {gone.length === 0 ? t('Nothing was removed.') : null}
        </p>
      ) : null}
      {gone.length > 0 ? (
        <dl className="grid max-w-prose grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
          {gone.map((kind) => (
            <div key={kind} className="contents">
              <dt>{t(RETENTION[kind].title)}</dt>
              <dd className="figures">{figures.format(run?.removed[kind] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
