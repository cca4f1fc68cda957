import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { read } from '../../../web/queries.ts';
import { useWords } from '../../../web/words.tsx';
import { readAudienceConditions } from '../audience/audience.contract.ts';
import { type AudienceCondition, conditionsOf, countriesOf } from '../audience/audience.rules.ts';
import { type SegmentPart, useSegment } from '../audience/useSegment.ts';
import { audienceOf, type BulkDraft, WITHOUT, type WriteBulk } from './useBulkDraft.ts';
import type { AudiencePages } from './useAudience.ts';

interface SegmentProps {
  draft: BulkDraft;
  write: WriteBulk;
  audience: AudiencePages;
}

/** The chosen people as one sentence, and its conditions, which can be removed here. */
export function Segment({ draft, write, audience }: SegmentProps) {
  const t = useWords();
  const { partsOf, textOf } = useSegment();
  const chosen = audienceOf(draft);
  const parts = partsOf(chosen);
  if (audience.error)
    return <LoadError query={audience} fallback={t('The recipients could not be loaded.')} />;
  const text = textOf(chosen);
  const { count } = audience;

  function remove({ condition, country }: SegmentPart) {
    if (country === undefined) write(WITHOUT[condition]);
    else write({ country: '', countries: countriesOf(draft).filter((one) => one !== country) });
  }

  return (
    <div className="grid gap-2">
      {Object.keys(audience.errors).length > 0 ? null : (
        <p aria-live="polite" className="figures">
          {audience.isKnown ? (
            <strong>
              {text
                ? t('{count, plural, =0 {Nobody} one {# person} other {# people}}: {conditions}.', {
                    count,
                    conditions: text,
                  })
                : t(
                    '{count, plural, =0 {Nobody matches.} one {# person matches.} other {# people match.}}',
                    { count },
                  )}
            </strong>
          ) : (
            t('Counting...')
          )}
        </p>
      )}
      {parts.length > 0 ? (
        <ul aria-label={t('Conditions')} className="flex flex-wrap gap-2">
          {parts.map((part) => (
            <li key={part.condition + (part.country ?? '')}>
              <button
                type="button"
                aria-label={t('Remove the condition: {condition}', { condition: part.text })}
                className="inline-flex min-h-8 items-center gap-2 edged border-line bg-raised px-2 text-start"
                onClick={() => remove(part)}
              >
                <span>{part.text}</span>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Which condition to leave out where nobody matches all of them, and how many people that would give. */
export function NobodyMatches({ draft, write }: Omit<SegmentProps, 'audience'>) {
  const t = useWords();
  const { partsOf } = useSegment();
  const chosen = audienceOf(draft);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readAudienceConditions, { query: chosen }),
    refetchOnMount: 'always',
  });
  if (error)
    return (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The recipients could not be loaded.')}
      />
    );
  if (!data) return <Loading>{t('Looking for people who match...')}</Loading>;
  const named = (condition: AudienceCondition) =>
    partsOf(chosen).flatMap((part) => (part.condition === condition ? part.text : []));
  const unasked = data.find(({ condition }) => condition === 'asked');
  const others = data.filter(({ condition }) => condition !== 'asked');
  const isNarrowed = conditionsOf(chosen).some((condition) => condition !== 'asked');
  return (
    <div className="grid gap-2">
      <p>{isNarrowed ? t('Nobody matches all conditions.') : t('Nobody matches.')}</p>
      {others.length > 0 ? (
        <>
          <p className="hint">{t('Leave one of them out:')}</p>
          <ul className="grid justify-items-start gap-2">
            {others.map(({ condition, count }) => (
              <li key={condition}>
                <Button onClick={() => write(WITHOUT[condition])}>
                  {t('Without “{condition}”: {count, plural, one {# person} other {# people}}', {
                    condition: named(condition).join(', '),
                    count,
                  })}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {unasked ? (
        <p className="hint">
          {t(
            '{count, plural, one {# person matches but has not asked for news. You can include them above.} other {# people match but have not asked for news. You can include them above.}}',
            { count: unasked.count },
          )}
        </p>
      ) : null}
      {data.length === 0 && isNarrowed ? (
        <>
          <p className="hint">{t('Leaving out one condition is not enough.')}</p>
          <div className="actions">
            <Button
              onClick={() =>
                write(
                  Object.assign(
                    {},
                    ...conditionsOf(chosen).flatMap((one) => (one === 'asked' ? [] : WITHOUT[one])),
                  ),
                )
              }
            >
              {t('Leave out all conditions')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
