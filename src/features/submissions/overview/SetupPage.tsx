import { useQuery } from '@tanstack/react-query';
import { ListHeading } from '../../../web/lists/ListHeading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { read } from '../../../web/queries.ts';
import { useWords } from '../../../web/words.tsx';
import { readOverview } from './overview.contract.ts';
import { SetupCount, SetupItems } from './SetupList.tsx';

/** What a new site needs, also once it is done: how far it is, and where each part is changed. */
export function SetupPage() {
  const t = useWords();
  const overview = useQuery({ ...read(readOverview), refetchOnMount: 'always' });
  if (!overview.data)
    return overview.error ? (
      <LoadError
        query={overview}
        fallback={t('The setup list could not be loaded. Please try again.')}
      />
    ) : (
      <Loading>{t('Loading the setup list...')}</Loading>
    );
  const { setup } = overview.data;
  return (
    <section aria-labelledby="setup" className="grid max-w-4xl gap-2">
      <ListHeading
        id="setup"
        title={t('Set up your campaign')}
        figures={<SetupCount setup={setup} />}
      />
      <div className="edged border-rule bg-raised [&_li:first-child]:border-t-0">
        <SetupItems setup={setup} />
      </div>
    </section>
  );
}
