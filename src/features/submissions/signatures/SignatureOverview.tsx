import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { read } from '../../../web/queries.ts';
import { useWords } from '../../../web/words.tsx';
import { listUnusualDays } from './signature.contract.ts';
import { SignatureCountries } from './SignatureCountries.tsx';
import { SignatureSources } from './SignatureSources.tsx';
import { SignatureTotals, useSignatureNumbers } from './SignatureTotals.tsx';
import { SignatureTrend } from './SignatureTrend.tsx';

/** How many have signed: in all, by country, by day and by source. */
export function SignatureOverview() {
  const t = useWords();
  const numbers = useSignatureNumbers();
  const { tally, trend, error } = numbers;
  // Marked in the trend; their own page says it when they cannot be had.
  const unusual = useQuery({ ...read(listUnusualDays), refetchOnMount: 'always' });
  if (error)
    return (
      <LoadError
        query={{ ...numbers, error }}
        fallback={t('The numbers could not be loaded. Please try again.')}
      />
    );
  if (!tally || !trend) return <Loading>{t('Loading the numbers...')}</Loading>;
  if (tally.count === 0) return <EmptyState title={t('No signatures yet.')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="sr-only">{t('Signatures')}</h2>
      <SignatureTotals />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <SignatureCountries tally={tally} />
        <SignatureTrend days={trend.days} unusual={unusual.data ?? []} />
      </div>
      <SignatureSources />
    </div>
  );
}
