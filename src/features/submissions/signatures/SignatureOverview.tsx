import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/queries.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { countSignatures } from '../../declaration/declaration.contract.ts';
import { InvalidatedSignatures } from './InvalidatedSignatures.tsx';
import { listUnusualDays, readSignatureTrend } from './signature.contract.ts';
import { SignatureCountries } from './SignatureCountries.tsx';
import { SignatureSources } from './SignatureSources.tsx';
import { SignatureTrend } from './SignatureTrend.tsx';
import { UnusualDays } from './UnusualDays.tsx';

/** How many have signed: in all, by country and by day. Of all, whatever the list below is narrowed to. */
export function SignatureOverview() {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  // Fetched again when the reader comes back to the tab.
  const tally = useQuery({ ...read(countSignatures), refetchOnMount: 'always' });
  const trend = useQuery({ ...read(readSignatureTrend), refetchOnMount: 'always' });
  const unusual = useQuery({ ...read(listUnusualDays), refetchOnMount: 'always' });
  const error = tally.error ?? trend.error;
  if (error)
    return (
      <LoadError
        query={{
          error,
          isFetching: tally.isFetching || trend.isFetching,
          refetch: () => Promise.all([tally.refetch(), trend.refetch()]),
        }}
        fallback={t('The numbers could not be loaded. Please try again.')}
      />
    );
  // Unusual days come first, and must not move what is below them.
  if (!tally.data || !trend.data || unusual.isPending)
    return <Loading>{t('Loading the numbers...')}</Loading>;
  const days = unusual.data ? <UnusualDays days={unusual.data} /> : null;
  const isUnusual = unusual.data !== undefined && unusual.data.length > 0;
  return (
    <>
      <p>
        <span className="text-muted">{t('Total signatures:')}</span>{' '}
        <strong className="figures">{figures.format(tally.data.count)}</strong>
        {trend.data.unconfirmed > 0 ? (
          <span className="text-muted">
            {' · '}
            {t('{count} not confirmed yet', {
              count: figures.format(trend.data.unconfirmed),
            })}
          </span>
        ) : null}
        {trend.data.onPaper > 0 ? (
          <span className="text-muted">
            {' · '}
            {t('and {count} on paper', { count: figures.format(trend.data.onPaper) })}
          </span>
        ) : null}
      </p>
      {isUnusual ? days : null}
      {tally.data.count > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
          <SignatureCountries tally={tally.data} />
          <SignatureTrend days={trend.data.days} unusual={unusual.data ?? []} />
        </div>
      ) : null}
      {isUnusual ? null : days}
      {unusual.error ? (
        <LoadError
          query={unusual}
          fallback={t('The unusual days could not be loaded. Please try again.')}
        />
      ) : null}
      {tally.data.count > 0 ? <SignatureSources /> : null}
      <InvalidatedSignatures
        invalidated={trend.data.invalidated}
        older={trend.data.invalidatedBefore}
      />
    </>
  );
}
