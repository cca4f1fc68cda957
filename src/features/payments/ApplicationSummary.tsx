import { Button } from '../../web/ui/Button.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { birthDay } from '../application/application.rules.ts';
import type { MyApplication } from './checkout.contract.ts';
import { isEditable } from './checkout.rules.ts';
import { SendLink } from './SendLink.tsx';

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
    [t('Reference'), application.reference],
    [t('Name'), `${firstName} ${lastName}`],
    [t('Nationality'), t(currentNationality)],
    [t('Date of birth'), day ? dayInWords(day) : dateOfBirth],
    [t('Email'), email],
  ];
  return (
    <section
      aria-label={t('Application')}
      className="grid grid-cols-1 gap-2 edged border-rule bg-raised px-4 py-3"
    >
      <dl className="summary grid grid-cols-2 gap-x-4">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="hint">{name}</dt>
            <dd className="bold [overflow-wrap:anywhere]">{value}</dd>
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
