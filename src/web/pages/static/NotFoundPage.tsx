import { EmptyState } from '../../lists/EmptyState.tsx';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

export function NotFoundPage() {
  const t = useWords();
  const href = useHref();
  return (
    <div className="mx-auto grid min-h-[80vh] max-w-2xl content-center gap-6 py-16">
      <h1>{t('Page Not Found')}</h1>
      <EmptyState
        title={t('There is nothing at this address.')}
        action={
          <Button variant="primary" href={href('/')}>
            {t('Go to the start page')}
          </Button>
        }
      >
        {t('The link may be old, or a letter may be missing.')}
      </EmptyState>
    </div>
  );
}
