import type { AppContext } from '../../../server/context.ts';
import type { MailProps, MailsWith } from '../../../server/mails.ts';
import { dollars } from '../../../shared/money.ts';
import { readerOf } from '../../application/application.rules.ts';
import type { Application } from '../../application/application.store.ts';
import { applicationLink } from '../../application/link.service.ts';
import { queueMail } from '../../mail/queue/mail-queue.service.ts';
import { heldCentsOf } from '../../payments/core/instalment.rules.ts';
import { listPaymentsOfInstalment } from '../../payments/core/payment.store.ts';
import type { Instalment, Schedule } from '../../payments/core/schedule/schedule.store.ts';

interface AboutApplication {
  name: string;
  reference: string;
  statusUrl: string;
}

/** The mails with a link to the application's page. */
export type ApplicationTemplate = MailsWith<AboutApplication>;

interface ApplicantMail<T extends ApplicationTemplate> {
  /** What it is about: it is written once. */
  batch: string;
  template: T;
  props: Omit<MailProps[T], keyof AboutApplication>;
  /** The number of the instalment that the link opens. */
  pay?: number;
}

/** Writes to an applicant, in their language and with a link to their page. */
export async function mailApplicant<T extends ApplicationTemplate>(
  context: AppContext,
  application: Application,
  { batch, template, props, pay }: ApplicantMail<T>,
): Promise<void> {
  const reader = readerOf(application);
  await queueMail(context, {
    batch,
    template,
    ...reader,
    props: {
      ...props,
      name: reader.to.name,
      reference: application.reference,
      statusUrl: applicationLink(context, application, pay ? { pay } : {}),
    } as MailProps[T],
  });
}

/** The props of a mail about an instalment; the amount is what is still to be paid. */
export async function instalmentProps(
  { db }: Pick<AppContext, 'db'>,
  instalment: Instalment,
  schedule: Schedule,
) {
  const received = heldCentsOf(instalment, await listPaymentsOfInstalment(db, instalment.id));
  return {
    amount: dollars(instalment.amountCents - received),
    number: instalment.number,
    payments: schedule.payments,
    dueOn: instalment.dueOn,
  };
}
