import { EmptyState } from '../../lists/EmptyState.tsx';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

export function NotFoundPage() {
  const t = useWords();
  const href = useHref();
  return (
    <div className="inset grid min-h-[60vh] content-center gap-6 py-14 md:py-20">
      <h1>{t('Page Not Found')}</h1>
      <EmptyState
        title={t('There is nothing at this address.')}
        action={
          <Button className="btn-strong" href={href('/')}>
            {t('Go to the home page')}
          </Button>
        }
      >
        {t('The link may be old, or a letter may be missing.')}
      </EmptyState>
    </div>
  );
}
