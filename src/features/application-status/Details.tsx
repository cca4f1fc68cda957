import { birthDay, MASK } from '../application/application.rules.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { SendLink } from '../payments/payer/SendLink.tsx';
import { Notice } from '../../web/ui/Notice.tsx';

interface DetailsProps {
  application: MyApplication;
  /** Absent where nothing can be changed. */
  onEdit?: () => void;
}

/** What the applicant wrote; hidden parts are said to be hidden. */
export function Details({ application, onEdit }: DetailsProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const data = application.applicationData;
  const born = birthDay(data.dateOfBirth);
  const facts: [string, string][] = [
    [t('Name'), `${data.firstName} ${data.lastName}`],
    [t('Date of birth'), born ? dayInWords(born) : data.dateOfBirth],
    [t('Place of birth'), data.placeOfBirth],
    [t('Nationality'), t(data.currentNationality)],
    [t('Telephone'), data.telephone],
    [t('Email'), data.email],
    [t('Home address'), data.homeAddress],
  ];
  return (
    <section className="grid gap-3" aria-labelledby="details">
      <h2 id="details" className="text-2xl">
        {t('Your details')}
      </h2>
      <dl className="details">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="hint">{name}</dt>
            <dd className="whitespace-pre-line">{value === MASK ? t('hidden') : value}</dd>
          </div>
        ))}
      </dl>
      {onEdit ? (
        <div className="actions">
          <Button onClick={onEdit}>{t('Edit Application Details')}</Button>
        </div>
      ) : null}
    </section>
  );
}

/** Said where details are hidden: why, and how they are seen again. */
export function HiddenDetails({ application }: { application: MyApplication }) {
  const t = useWords();
  return (
    <Notice>
      <p>
        {t(
          'For your safety, we hide your details after an hour. The link we email you shows them again.',
        )}
      </p>
      <SendLink applicationId={application.id}>{t('Send me a link')}</SendLink>
    </Notice>
  );
}
