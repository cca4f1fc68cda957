import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { read } from '../../../web/queries.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { countSignatures } from '../../declaration/declaration.contract.ts';
import { readSignatureTrend } from './signature.contract.ts';

/** The numbers of all signatures, fetched again when the reader comes back to them. */
export function useSignatureNumbers() {
  const tally = useQuery({ ...read(countSignatures), refetchOnMount: 'always' });
  const trend = useQuery({ ...read(readSignatureTrend), refetchOnMount: 'always' });
  return {
    tally: tally.data,
    trend: trend.data,
    error: tally.error ?? trend.error,
    isFetching: tally.isFetching || trend.isFetching,
    refetch: () => Promise.all([tally.refetch(), trend.refetch()]),
  };
}

/** How many have signed in all, whatever the list below is narrowed to. */
export function SignatureTotals() {
  const t = useWords();
  const figures = new Intl.NumberFormat(useLanguage());
  const numbers = useSignatureNumbers();
  const { tally, trend, error } = numbers;
  if (error)
    return (
      <LoadError
        query={{ ...numbers, error }}
        fallback={t('The numbers could not be loaded. Please try again.')}
      />
    );
  if (!tally || !trend) return null;
  return (
    <p>
      <span className="text-muted">{t('Total signatures:')}</span>{' '}
      <strong className="figures">{figures.format(tally.count)}</strong>
      {trend.unconfirmed > 0 ? (
        <span className="text-muted">
          {' · '}
          {t('{count} not confirmed yet', { count: figures.format(trend.unconfirmed) })}
        </span>
      ) : null}
      {trend.onPaper > 0 ? (
        <span className="text-muted">
          {' · '}
          {t('and {count} on paper', { count: figures.format(trend.onPaper) })}
        </span>
      ) : null}
    </p>
  );
}
