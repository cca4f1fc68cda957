import { Fragment } from 'react';
import { Badge } from '../../../web/ui/Badge.tsx';
import { useWords } from '../../../web/words.tsx';
import { StatusWord } from '../StatusWord.tsx';
import type { Triage } from './triage.contract.ts';

/** How far the answer to somebody is, who cares for it, and whether they have waited too long. */
export function TriageMark({ triage }: { triage: Triage }) {
  const t = useWords();
  const { status, owner, tags, daysWaited } = triage;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 gap-y-1 in-[.row-acts]:inline">
      <StatusWord status={status} />
      {daysWaited === null ? null : (
        <>
          {' '}
          <Badge tone="bad" folds>
            {t('Waiting {days, plural, one {# day} other {# days}}', { days: daysWaited })}
          </Badge>
        </>
      )}
      {owner ? (
        <>
          {' '}
          <span className="text-muted [overflow-wrap:anywhere] max-sm:in-[.row-acts]:hidden">
            {owner.name}
          </span>
        </>
      ) : null}
      {tags.map((tag) => (
        <Fragment key={tag}>
          {' '}
          <Badge>
            <bdi>{tag}</bdi>
          </Badge>
        </Fragment>
      ))}
    </span>
  );
}
