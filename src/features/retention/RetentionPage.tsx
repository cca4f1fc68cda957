import { useQuery } from '@tanstack/react-query';
import { read } from '../../web/queries.ts';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { useWords } from '../../web/words.tsx';
import { NeverRemoved } from './NeverRemoved.tsx';
import { LastRun } from './LastRun.tsx';
import { readRetention } from './retention.contract.ts';
import { UnconfirmedRule } from './UnconfirmedRule.tsx';
import { RetentionForm } from './RetentionForm.tsx';

/** How long records of people are kept, what that would remove, and what is always kept. */
export function RetentionPage() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readRetention),
    refetchOnMount: 'always',
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid max-w-prose gap-3">
        <h2 className="text-[1.25rem]">{t('Data retention')}</h2>
        <p>
          {t(
            'We should not keep what we no longer need. Choose how long each kind of record is kept. Older records are removed at night, at 03:40 UTC. Until you choose, everything is kept. What is removed can only be restored from a backup.',
          )}
        </p>
      </div>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The rules could not be loaded. Please try again.')}
      />
      {data ? (
        <>
          <UnconfirmedRule days={data.unconfirmedDays} />
          <RetentionForm retention={data} />
          <LastRun run={data.lastRun} />
        </>
      ) : null}
      {!data && !error ? <Loading>{t('Counting old records...')}</Loading> : null}
      <NeverRemoved />
    </div>
  );
}
