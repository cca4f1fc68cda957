import { words } from '../../shared/words.ts';
import { useWords } from '../../web/words.tsx';
import type { Retention } from './retention.contract.ts';
import { type Periods, RETENTION, type RetentionKind } from './retention.rules.ts';
import { useRetentionWords } from './useRetentionWords.ts';

interface SaveQuestionProps {
  changed: readonly RetentionKind[];
  periods: Periods;
  preview: Retention['preview'];
}

const BY_END = {
  deleted: words('What is older is deleted.'),
  stripped: words('What is older loses its personal details.'),
} as const;

/** What the next night removes because of what was chosen, kind by kind. */
export function SaveQuestion({ changed, periods, preview }: SaveQuestionProps) {
  const t = useWords();
  const { periodIn, wouldGo } = useRetentionWords();
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        {changed.map((kind) => {
          const months = periods[kind];
          return (
            <div key={kind}>
              <dt className="font-semibold">
                {t(RETENTION[kind].title)} · {periodIn(months)}
              </dt>
              {months === null ? null : (
                <dd>
                  {t(BY_END[RETENTION[kind].end])} {wouldGo(preview[kind].due, months)}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      <p>
        {t(
          'This is done in the next nightly run, and from then on every night. Until then you can take it back here.',
        )}
      </p>
    </div>
  );
}
