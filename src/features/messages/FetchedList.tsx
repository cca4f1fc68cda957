import type { ReactNode } from 'react';
import { sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';

interface FetchedListProps {
  pages: { isPending: boolean; error: Error | null; refetch: () => unknown };
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
      {pages.error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(pages.error, failure))}</p>
          <Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
      {children}
    </>
  );
}
