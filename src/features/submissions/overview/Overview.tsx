import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/lists/EmptyState.tsx';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useWords } from '../../../web/words.tsx';
import { countSignatures } from '../../declaration/declaration.contract.ts';
import { CountryMap } from './CountryMap.tsx';
import { type Overview as Answer, readOverview, readTrends } from './overview.contract.ts';
import type { WaitingKind } from './overview.rules.ts';
import { TodayFigures } from './TodayFigures.tsx';
import { Trends } from './Trends.tsx';
import { WaitingList } from './WaitingList.tsx';

/** Of a new site alone, and then no more. */
const Setup = lazyPart(async () => (await import('./SetupList.tsx')).SetupList, 'overview');

export interface OverviewProps {
  /** Where each kind of what waits is dealt with, narrowed to it. */
  places: Readonly<Record<WaitingKind, string>>;
  /** All signatures, by country. */
  countriesPath: string;
}

/** What waits for someone, what today brought, and how it went before: what one sees at a glance. */
export function Overview({ places, countriesPath }: OverviewProps) {
  const t = useWords();
  const client = useQueryClient();
  // Fetched again when the reader comes back.
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readOverview),
    refetchOnMount: 'always',
  });
  const refreshAll = () =>
    void Promise.all(
      [readOverview, readTrends, countSignatures].map(({ name }) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  if (!data)
    return error ? (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The overview could not be loaded. Please try again.')}
      />
    ) : (
      <Loading>{t('Loading the overview...')}</Loading>
    );
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-10"
      aria-label={t('Overview')}
      aria-busy={isFetching}
    >
      {data.setup.some(({ isDone }) => !isDone) ? (
        <LazyPanel part={Setup} props={{ setup: data.setup }} />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <WaitingList waiting={data.waiting} at={data.at} places={places}>
          <Button pending={isFetching} pendingLabel={t('Refreshing...')} onClick={refreshAll}>
            {t('Refresh')}
          </Button>
        </WaitingList>
        <TodayFigures today={data.today} onPaper={data.onPaper} />
      </div>
      <TrendsAndMap overview={data} countriesPath={countriesPath} />
    </section>
  );
}

/** Trends and map; one empty state instead of four when there is nothing yet. */
function TrendsAndMap({ overview, countriesPath }: { overview: Answer; countriesPath: string }) {
  const t = useWords();
  const [isEmpty, setEmpty] = useState(false);
  const { signatures, applications } = overview.today;
  if (isEmpty && signatures.today + applications.today === 0)
    return (
      <EmptyState title={t('Nothing has happened yet')}>
        {t('When someone signs, applies or pays, you will see it here.')}
      </EmptyState>
    );
  return (
    <>
      <Trends onEmpty={setEmpty} />
      <CountryMap path={countriesPath} />
    </>
  );
}
