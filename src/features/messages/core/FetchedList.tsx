import type { ReactNode } from 'react';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useWords } from '../../../web/words.tsx';

interface FetchedListProps {
  pages: {
    isPending: boolean;
    isFetching: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  /** Said when the server gives no sentence of its own. */
  failure: string;
  children: ReactNode;
}

/** What was fetched, what is said until then, and a way on when it did not come; what is there stays. */
export function FetchedList({ pages, failure, children }: FetchedListProps) {
  const t = useWords();
  return (
    <>
      {pages.isPending ? <Loading>{t('Loading messages...')}</Loading> : null}
      <LoadError query={pages} fallback={failure} />
      {children}
    </>
  );
}
