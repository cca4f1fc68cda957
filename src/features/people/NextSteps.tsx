import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { Person } from './person.contract.ts';
import type { NextStepKind } from './person.rules.ts';
import type { Places } from './places.rules.ts';

/** What each step is called on its link. */
const LABELS: Readonly<Record<NextStepKind, string>> = {
  claim: words('Check the payment'),
  send: words('Send the kit'),
  approve: words('Approve the application'),
  review: words('Review the application'),
  contact: words('Answer the message'),
  volunteer: words('Answer the volunteer application'),
  partner: words('Answer the partnership application'),
  reports: words('Decide on the reports'),
};

const placeOf = ({ step, of }: Person['next'][number], places: Places): string => {
  if (step === 'claim') return places.money(of);
  if (step === 'reports') return places.account(of);
  if (step === 'contact' || step === 'volunteer' || step === 'partner') return places[step](of);
  return places.application(of);
};

interface NextStepsProps {
  steps: Person['next'];
  places: Places;
}

/** What is to be done for a person; the first is the step of the screen. */
export function NextSteps({ steps, places }: NextStepsProps) {
  const t = useWords();
  const { dayOf } = useDates();
  return (
    <section
      className="flex flex-wrap items-center gap-x-6 gap-y-2 edged border-line bg-raised px-4 py-2"
      aria-labelledby="person-next"
    >
      <h3 id="person-next" className="text-[1rem]">
        {t('What to do next')}
      </h3>
      {steps.length === 0 ? (
        <p className="text-muted">{t('Nothing to do right now.')}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {steps.map((one, n) => (
            <li
              key={`${one.step} ${one.of}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1"
            >
              <Button variant={n === 0 ? 'primary' : 'secondary'} {...linkTo(placeOf(one, places))}>
                {t(LABELS[one.step])}
              </Button>
              <span className="text-muted">
                {one.title ? `${one.title}, ` : ''}
                {t('since {day}', { day: dayOf(one.since) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
