import type { LazyPart } from './lazyPart.tsx';
import { useLazyPart } from './useLazyPart.ts';
import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from './Loading.tsx';
import { Notice } from '../ui/Notice.tsx';

type LazyPanelProps<P extends object> = { part: LazyPart<P> } & (object extends P
  ? { props?: P }
  : { props: P });

/** A part of the dashboard whose code is fetched when it is wanted; a lost connection is said, with a way to try retry. */
export function LazyPanel<P extends object>({ part, props }: LazyPanelProps<P>) {
  const t = useWords();
  const { isLoaded, hasFailed, retry } = useLazyPart(part);
  if (isLoaded) return <part.Component {...(props as P)} />;
  if (!hasFailed) return <Loading>{t('Loading...')}</Loading>;
  return (
    <Notice role="alert" tone="danger">
      <p>
        {t(
          'This part of the dashboard could not be loaded. Please check your connection and try again.',
        )}
      </p>
      <Button onClick={retry}>{t('Try again')}</Button>
    </Notice>
  );
}
