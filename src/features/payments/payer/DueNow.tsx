import { Money } from '../../../web/ui/Money.tsx';
import { useWords } from '../../../web/words.tsx';
import { readable } from '../pricing/pricing.rules.ts';
import type { PayableInstalment } from './my-applications.rules.ts';

/** What is paid now, above the buttons that pay it. */
export function DueNow({ due }: { due: PayableInstalment }) {
  const t = useWords();
  return (
    <p className="due-now figures">
      <span>{t('Due now')}</span>{' '}
      <b className="display">
        <Money of={readable(due.rest)} />
      </b>
    </p>
  );
}
