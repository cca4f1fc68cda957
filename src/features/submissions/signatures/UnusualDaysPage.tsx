import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { read } from '../../../web/queries.ts';
import { useWords } from '../../../web/words.tsx';
import { InvalidatedSignatures } from './InvalidatedSignatures.tsx';
import { listUnusualDays, readSignatureTrend } from './signature.contract.ts';
import { UnusualDays } from './UnusualDays.tsx';

/** Days on which signing was unusual, and what was invalidated of late, with the way back. */
export function UnusualDaysPage() {
  const t = useWords();
  const unusual = useQuery({ ...read(listUnusualDays), refetchOnMount: 'always' });
  const trend = useQuery({ ...read(readSignatureTrend), refetchOnMount: 'always' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {unusual.data ? (
        <UnusualDays days={unusual.data} />
      ) : unusual.error ? (
        <LoadError
          query={unusual}
          fallback={t('The unusual days could not be loaded. Please try again.')}
        />
      ) : (
        <Loading>{t('Loading the numbers...')}</Loading>
      )}
      {trend.data ? (
        <InvalidatedSignatures
          invalidated={trend.data.invalidated}
          older={trend.data.invalidatedBefore}
        />
      ) : trend.error ? (
        <LoadError
          query={trend}
          fallback={t('The numbers could not be loaded. Please try again.')}
        />
      ) : null}
    </div>
  );
}
