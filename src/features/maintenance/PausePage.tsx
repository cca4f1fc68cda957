import { useQuery } from '@tanstack/react-query';
import { PAUSES } from '../../shared/pause.ts';
import { read } from '../../web/queries.ts';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { useWords } from '../../web/words.tsx';
import { PauseCard } from './PauseCard.tsx';
import { readPauses } from './site.contract.ts';

/** What the site takes, and what it does not take for a while. */
export function PausePage() {
  const t = useWords();
  const pauses = useQuery(read(readPauses));
  const { data, error } = pauses;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-prose">
        {t(
          'Pause a form for a while, for example while you fix a problem. Visitors read why above the form and when they send it. What they typed stays. Payments already started continue.',
        )}
      </p>
      {data ? (
        PAUSES.map((what) => <PauseCard key={what} what={what} state={data[what]} />)
      ) : error ? (
        <LoadError
          query={pauses}
          fallback={t('The forms could not be loaded. Please try again.')}
        />
      ) : (
        <Loading>{t('Loading the forms...')}</Loading>
      )}
    </div>
  );
}
