import type { House } from '../../server/context.ts';
import { dollars } from '../../shared/money.ts';
import { readerOf } from '../application/application.rules.ts';
import type { Application } from '../application/application.store.ts';
import { applicationLink } from '../application/link.service.ts';
import type { ApplicationMailProps } from '../email/application-mails.contract.ts';
import { queueMail } from '../email/email.service.ts';
import type { MailProps } from '../email/mails.contract.ts';
import { receivedCentsOf } from '../payments/instalment.rules.ts';
import { listPaymentsOfInstalment } from '../payments/payment.store.ts';
import type { Instalment, Schedule } from '../payments/schedule.store.ts';

type Template = keyof ApplicationMailProps;

interface Notice<T extends Template> {
  /** What it is about: it is written once. */
  batch: string;
  template: T;
  props: Omit<ApplicationMailProps[T], 'name' | 'reference' | 'statusUrl'>;
  /** The due that the link leads to. */
  pay?: number;
}

/** Writes to an applicant, in their language and with a link to their page. */
export async function writeToApplicant<T extends Template>(
  house: House,
  application: Application,
  { batch, template, props, pay }: Notice<T>,
): Promise<void> {
  const reader = readerOf(application);
  await queueMail(house, {
    batch,
    template,
    ...reader,
    props: {
      ...props,
      name: reader.to.name,
      reference: application.reference,
      statusUrl: applicationLink(house, application, pay ? { pay } : {}),
    } as MailProps[T],
  });
}

/** What the mails about a due say of it: the amount is what is still asked for. */
export async function factsOfDue(
  { db }: Pick<House, 'db'>,
  instalment: Instalment,
  schedule: Schedule,
) {
  const received = receivedCentsOf(await listPaymentsOfInstalment(db, instalment.id));
  return {
    amount: dollars(instalment.amountCents - received),
    number: instalment.number,
    payments: schedule.payments,
    dueOn: instalment.dueOn,
  };
}
