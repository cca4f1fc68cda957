import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { LazyPart } from '../loading/lazyPart.tsx';
import { useLazyPart } from '../loading/useLazyPart.ts';
import { MemberFrame } from './members/MemberFrame.tsx';

interface LazyPageProps {
  /** Another page is another `key`. */
  page: LazyPart<object>;
  /** The message while it loads. */
  loading: string;
}

/** A page whose code comes when it is wanted; a lost connection says so and lets a person try retry. */
export function LazyPage({ page, loading }: LazyPageProps) {
  const t = useWords();
  const { isLoaded, hasFailed, retry } = useLazyPart(page);
  if (isLoaded) return <page.Component />;
  return (
    <MemberFrame>
      {hasFailed ? (
        <Notice role="alert" tone="danger">
          <p>{t('This page could not be loaded. Please check your connection and try again.')}</p>
          <Button onClick={retry}>{t('Try again')}</Button>
        </Notice>
      ) : (
        <Loading>{t(loading)}</Loading>
      )}
    </MemberFrame>
  );
}
