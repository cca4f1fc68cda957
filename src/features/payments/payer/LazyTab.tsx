import { type ReactNode, useEffect, useState } from 'react';
import type { LazyPart } from '../../../web/loading/lazyPart.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';

interface FetchedTabProps<P> {
  code: LazyPart<P>;
  /** Of the component that is fetched. */
  given: P;
  /** Said while it comes, and when it does not. */
  loading: string;
  failure: string;
  /** Drawn above what is said while it comes, as the component draws it later. */
  before?: ReactNode;
}

/** What has been fetched is drawn at once. */
const fetched = new WeakSet<object>();

/** A tab whose code is fetched when it opens; a lost connection is shown with a button to retry. */
export function FetchedTab<P extends object>({
  code,
  given,
  loading,
  failure,
  before,
}: FetchedTabProps<P>) {
  const t = useWords();
  const [status, setStatus] = useState<'coming' | 'here' | 'failed'>(
    fetched.has(code) ? 'here' : 'coming',
  );
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    code.load().then(
      () => {
        fetched.add(code);
        if (!isGone) setStatus('here');
      },
      (error: unknown) => {
        console.warn(error);
        if (!isGone) setStatus('failed');
      },
    );
    return () => {
      isGone = true;
    };
  }, [code, attempt]);
  if (status === 'here') return <code.Component {...given} />;
  if (status === 'coming') {
    return (
      <div className="way way-coming">
        {before}
        <Loading>{loading}</Loading>
      </div>
    );
  }
  return (
    <div className="way way-coming">
      {before}
      <Notice role="alert" tone="danger">
        <p>{failure}</p>
        <Button
          onClick={() => {
            setStatus('coming');
            setAttempt(attempt + 1);
          }}
        >
          {t('Try again')}
        </Button>
      </Notice>
    </div>
  );
}
