import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Later } from '../loading/later.tsx';
import { useLater } from '../loading/useLater.ts';
import { MemberFrame } from './members/MemberFrame.tsx';

interface LatePageProps {
  /** Another page is another `key`. */
  page: Later<object>;
  /** What is said while it is on its way. */
  loading: string;
}

/** A page whose code comes when it is wanted; a lost connection says so and lets a person try again. */
export function LatePage({ page, loading }: LatePageProps) {
  const t = useWords();
  const { isThere, hasFailed, again } = useLater(page);
  if (isThere) return <page.Component />;
  return (
    <MemberFrame>
      {hasFailed ? (
        <Notice role="alert" tone="danger">
          <p>{t('This page could not be loaded. Please check your connection.')}</p>
          <Button onClick={again}>{t('Try again')}</Button>
        </Notice>
      ) : (
        <Loading>{t(loading)}</Loading>
      )}
    </MemberFrame>
  );
}
