import { EmptyState } from '../../lists/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

export function NotFoundPage() {
  const t = useWords();
  const href = useHref();
  return (
    <>
      <PageTitle>{t('Page Not Found')}</PageTitle>
      <div className="inset min-h-[40vh] py-8 md:py-14">
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
    </>
  );
}
