import { Money } from '../../../web/ui/Money.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../../../web/words.tsx';
import { readable } from '../pricing/pricing.rules.ts';
import type { PayableInstalment } from './my-applications.rules.ts';

interface DueNowProps {
  due: PayableInstalment;
  /** In place of the amount: why the button cannot be pressed yet. */
  reason?: ReactNode;
  /** The button that pays it, where there is one. */
  children?: ReactNode;
}

/** What is paid now, beside the button that pays it. */
export function DueNow({ due, reason, children }: DueNowProps) {
  const t = useWords();
  return (
    <div className="due-now">
      {reason ?? (
        <p className="figures">
          <span>{t('Due now')}</span>{' '}
          <b className="display">
            <Money of={readable(due.rest)} />
          </b>
        </p>
      )}
      {children}
    </div>
  );
}
