import { useQuery } from '@tanstack/react-query';
import { PAUSES } from '../../shared/pause.ts';
import { words } from '../../shared/words.ts';
import { sentenceOf } from '../../web/api.ts';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
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
          'Close a form for a while, for instance while something is wrong with it. Visitors read why above the form and when they send it; what they typed stays. Payments that have begun go on.',
        )}
      </p>
      {data ? (
        PAUSES.map((what) => <PauseCard key={what} what={what} state={data[what]} />)
      ) : error ? (
        <Notice role="alert" tone="danger">
          <p>
            {t(sentenceOf(error, words('The switches could not be loaded. Please try again.')))}
          </p>
          <Button onClick={() => void pauses.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : (
        <Loading>{t('Loading the switches...')}</Loading>
      )}
    </div>
  );
}
