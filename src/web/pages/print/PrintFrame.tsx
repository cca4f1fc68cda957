import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

/** The address as people type it. */
export const typedAddress = (publicUrl: string): string => publicUrl.replace(/^https?:\/\//, '');

/** A page of A4 on the screen, with the button that prints it; only the paper is printed. */
export function PrintFrame({ name, children }: { name: string; children: ReactNode }) {
  const t = useWords();
  const href = useHref();
  return (
    <div className="print-page">
      <div className="actions">
        <Button variant="primary" className="needs-script" data-print="">
          {t('Print')}
        </Button>
        <Button href={href('/share')}>{t('Share the campaign')}</Button>
      </div>
      <p className="hint">
        {t('Made for A4. To save it as a file, choose PDF in your browser’s print window.')}
      </p>
      <article className={`paper ${name}`}>{children}</article>
    </div>
  );
}
