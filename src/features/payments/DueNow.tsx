import { useWords } from '../../web/words.tsx';
import type { MyApplication } from './checkout.contract.ts';
import { isPayable, nextDue } from './checkout.rules.ts';
import { readable } from './pricing/pricing.rules.ts';

/** What is paid now, before all the rest: on a phone the ways to pay begin below the first screen. */
export function DueNow({ application }: { application: MyApplication }) {
  const t = useWords();
  const due = isPayable(application) ? nextDue(application) : undefined;
  if (!due) return null;
  const count = application.instalments.length;
  return (
    // Another plan changes it in place.
    <dl aria-live="polite" className="due-now figures">
      <div>
        <dt className="hint">{t('To pay now')}</dt>
        <dd className="display">{readable(due.rest)}</dd>
      </div>
      {count > 1 ? (
        <div>
          <dt className="hint">{t('Payment')}</dt>
          <dd className="display">{t('{number} of {all}', { number: due.number, all: count })}</dd>
        </div>
      ) : null}
    </dl>
  );
}
