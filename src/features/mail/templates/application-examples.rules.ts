import type { ApplicationMailProps } from '../application-mails.contract.ts';

/** What each mail about an application is told, as an example and for tests that draw them all. */
export function applicationMails(words: {
  name: string;
  note: string;
  courier: string;
}): ApplicationMailProps {
  const followed = {
    name: words.name,
    reference: 'PX-7K4M2',
    statusUrl: 'https://one.example/application#key=k',
  };
  const due = { ...followed, amount: '$100.00', number: 4, payments: 12, dueOn: '2027-02-21' };
  return {
    'draft-link': followed,
    'application-link': followed,
    'due-soon': due,
    'due-today': due,
    'due-late': due,
    'plan-past-due': due,
    'charge-soon': due,
    'due-payment-failed': due,
    'plan-stopped': { ...followed, paid: 4, received: '$400.00' },
    'plan-completed': { ...followed, payments: 12, received: '$1,200.00' },
    'application-in-review': followed,
    'application-needs-information': { ...followed, note: words.note },
    'application-approved': followed,
    'application-dispatched': { ...followed, courier: words.courier, trackingNumber: '1999 4711' },
    'application-delivered': followed,
    'application-cancelled': { ...followed, note: words.note },
  };
}
