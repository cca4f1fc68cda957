import { fragmentOf } from '../link.rules.ts';
import type { MyApplication } from '../../payments/payer/my-applications.contract.ts';
import { PAYMENT_STATUS_LABELS } from '../../payments/core/payment-labels.rules.ts';
import { STANDING } from './status-name.rules.ts';
import { useWords } from '../../../web/words.tsx';

/** The applications of this browser, of which one is looked at. */
export function ApplicationList({ applications }: { applications: readonly MyApplication[] }) {
  const t = useWords();
  return (
    <section className="grid gap-3" aria-labelledby="applications">
      <h2 id="applications" className="text-2xl">
        {t('Choose an application')}
      </h2>
      <ul>
        {applications.map(({ id, reference, applicationData, ...application }) => (
          <li key={id} className="edged-b border-rule">
            <a
              className="flex min-h-11 flex-wrap items-center gap-x-4 py-2"
              href={fragmentOf({ reference })}
            >
              <span className="bold">
                {reference} · {applicationData.firstName} {applicationData.lastName}
              </span>
              <span>
                {t(STANDING[application.applicationStatus])},{' '}
                {t(PAYMENT_STATUS_LABELS[application.paymentStatus])}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
