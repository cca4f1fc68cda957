import { useEffect, useState } from 'react';
import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Later } from '../later.tsx';
import { MemberFrame } from './MemberFrame.tsx';

interface LatePageProps {
  /** Another page is another `key`. */
  page: Later<object>;
  /** What is said while it is on its way. */
  loading: string;
}

/** A page whose code comes when it is wanted; a lost connection says so and lets a person try again. */
export function LatePage({ page, loading }: LatePageProps) {
  const t = useWords();
  const [attempt, setAttempt] = useState(1);
  const [ended, setEnded] = useState<{ attempt: number; isThere: boolean }>();
  const state = ended?.attempt === attempt ? ended : undefined;

  useEffect(() => {
    page.load().then(
      () => setEnded({ attempt, isThere: true }),
      (error: unknown) => {
        console.warn(error);
        setEnded({ attempt, isThere: false });
      },
    );
  }, [page, attempt]);

  if (state?.isThere) return <page.Component />;
  return (
    <MemberFrame>
      {state === undefined ? (
        <Loading>{t(loading)}</Loading>
      ) : (
        <Notice role="alert" tone="danger">
          <p>{t('This page could not be loaded. Please check your connection.')}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('Try again')}</Button>
        </Notice>
      )}
    </MemberFrame>
  );
}
