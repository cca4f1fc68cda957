import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';

/** The page may not load what this way to pay needs, for it was opened before. */
export function OutdatedPage() {
  const t = useWords();
  return (
    <Notice role="alert">
      <p>
        {t(
          'This page was opened before this way to pay was. Please load it again: your application is kept.',
        )}
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('Load the page again')}
      </Button>
    </Notice>
  );
}
