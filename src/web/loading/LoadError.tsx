import { sentenceOf } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useWords } from '../words.tsx';

interface LoadErrorProps {
  query: { error: Error | null | undefined; isFetching: boolean; refetch: () => unknown };
  /** Said, in the reader's language, when the server gave no reason. */
  fallback: string;
}

/** Why something could not be loaded, with a way to try again; nothing where it could. */
export function LoadError({ query: { error, isFetching, refetch }, fallback }: LoadErrorProps) {
  const t = useWords();
  return error ? (
    <Notice role="alert" tone="danger">
      <p>{t(sentenceOf(error, fallback))}</p>
      <Button pending={isFetching} onClick={() => void refetch()}>
        {t('Try again')}
      </Button>
    </Notice>
  ) : null;
}
