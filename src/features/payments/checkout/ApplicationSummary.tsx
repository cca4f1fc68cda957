import { Button } from '../../../web/ui/Button.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { birthDay } from '../../application/application.rules.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { isEditable, isPayable, nextDue } from '../payer/my-applications.rules.ts';
import { SendLink } from '../payer/SendLink.tsx';
import { readable } from '../pricing/pricing.rules.ts';

interface ApplicationSummaryProps {
  application: MyApplication;
  onEdit: () => void;
}

/** Who applies, as it will be paid for. */
export function ApplicationSummary({ application, onEdit }: ApplicationSummaryProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { firstName, lastName, email, currentNationality, dateOfBirth } =
    application.applicationData;
  const day = birthDay(dateOfBirth);
  const rows = [
    { name: t('Reference'), value: application.reference },
    { name: t('Date of birth'), value: day ? dayInWords(day) : dateOfBirth },
    { name: t('Name'), value: `${firstName} ${lastName}`, isLong: true },
    { name: t('Nationality'), value: t(currentNationality), isLong: true },
    { name: t('Email'), value: email, isLong: true },
  ];
  return (
    <section
      aria-label={t('Application')}
      className="grid grid-cols-1 gap-2 edged border-rule bg-raised px-4 py-3"
    >
      <dl className="summary grid grid-cols-2 gap-x-4">
        {rows.map(({ name, value, isLong }) => (
          <div key={name} className={isLong ? 'max-sm:col-span-full' : undefined}>
            <dt className="hint">{name}</dt>
            <dd className="bold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {isEditable(application) ? (
        <Button variant="quiet" className="summary-edit" onClick={onEdit}>
          {t('Edit Application Details')}
        </Button>
      ) : null}
      {application.applicationStatus === 'draft' ? (
        <SendLink applicationId={application.id} isQuiet>
          {t('Send me a link to go on later')}
        </SendLink>
      ) : null}
      {application.masked && application.applicationStatus === 'draft' ? (
        <p className="hint">
          {t(
            'For your safety we hide your details after an hour. The link that we mail to you shows them again.',
          )}
        </p>
      ) : null}
    </section>
  );
}

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
