import { cents, dollars } from '../../../shared/money.ts';
import { useWords } from '../../../web/words.tsx';
import type { Money } from './money.contract.ts';

/** What was due, came, went back and is held, each as a figure. */
export function MoneyTotals({ money: { totals } }: { money: Money }) {
  const t = useWords();
  const figures = [
    [t('Due in all'), totals.due],
    [t('Received'), totals.received],
    [t('Given back'), totals.refunded],
    [t('Held'), totals.held],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-px edged-t edged-b border-line md:grid-cols-4">
      {figures.map(([label, amount]) => (
        <div key={label} className="grid gap-1 py-3">
          <dt className="text-muted">{label}</dt>
          <dd className="bold figures text-[1.375rem]">{dollars(cents(amount))}</dd>
        </div>
      ))}
    </dl>
  );
}
