import type { AppContext, RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { dollars } from '../../../../shared/money.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { words } from '../../../../shared/words.ts';
import { type Application, lockApplication } from '../../../application/application.store.ts';
import { enterBrowser } from '../../../application/browser.service.ts';
import { applicationLink } from '../../../application/link.service.ts';
import { type DraftContext, isDraft, writeDraft } from '../../payer/draft.service.ts';
import { receivedCentsOf } from '../../core/instalment.rules.ts';
import { memoOf, PAYABLE } from '../../core/payment.rules.ts';
import { openAttempt, step } from '../../core/payment.service.ts';
import {
  type JoinedPayment,
  listPaymentsOfInstalment,
  type Payment,
} from '../../core/payment.store.ts';
import { findActiveConfig } from '../../pricing/payment-config.store.ts';
import { findSchedule, listInstalments } from '../../core/schedule.store.ts';
import { renewTerms } from '../../core/terms.service.ts';
import { type TransferRail, RAIL_UNAVAILABLE } from './transfer.rules.ts';
import { RAIL_NAMES } from '../../core/payment-labels.rules.ts';

interface Wish {
  applicationId: string;
  paymentMethod: TransferRail;
  plan: Plan;
  instalment?: number | undefined;
}

/**
 * Writes to the payer where the money goes and waits for it from now on: the attempt is `awaiting_transfer`. A
 * second wish on a day sends nothing again. Throws 404 and 409 as sentences for the payer.
 */
export async function awaitTransfer(
  desk: DraftContext & Pick<RequestContext<never>, 'jobs' | 'settings'>,
  { applicationId, paymentMethod: rail, plan, instalment }: Wish,
): Promise<Payment> {
  const { db, jobs, settings } = desk;
  const at = desk.clock.now();
  const application = await chosenApplication(desk, applicationId, plan);
  const destination = await findActiveConfig(db, rail);
  if (!destination) throw new Fault(409, RAIL_UNAVAILABLE[rail]);
  const due = await dueOf(db, application.id, instalment);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  const actor = { kind: 'payer' } as const;
  const isTest = settings.sandbox;
  const attempt = await openAttempt(db, { instalmentId: due.id, rail, actor, at, isTest });
  const reason = `to ${rail} ${destination.id}`;
  const payment =
    attempt.status === 'created'
      ? await step(db, { paymentId: attempt.id, to: 'awaiting_transfer', actor, at, reason })
      : attempt;
  await jobs.send(db, 'transfer-details', { id: payment.id });
  return payment;
}

/** The browser's own application, locked, at the terms of this day. */
async function chosenApplication(desk: DraftContext, id: string, plan: Plan): Promise<Application> {
  const { db, clock } = desk;
  const browser = await enterBrowser(desk);
  const named = browser.applications.find((one) => one.id === id);
  if (!named) throw new Fault(404, words('This application does not exist.'));
  if (isDraft(named)) return writeDraft(desk, browser, named, { plan, holdPrice: true });
  const application = await lockApplication(db, id);
  if (application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application was cancelled.'));
  await renewTerms(db, application, plan, clock.now());
  return application;
}

async function dueOf(db: Database, applicationId: string, number: number | undefined) {
  const schedule = await findSchedule(db, applicationId);
  const dues = schedule ? await listInstalments(db, schedule.id) : [];
  const asking = dues.filter(({ status }) => PAYABLE.includes(status));
  return number === undefined ? asking[0] : asking.find((due) => due.number === number);
}

/** What a mail says of a transfer that is waited for; undefined when money can no longer be sent there. */
export async function transferMailProps(
  context: Pick<AppContext, 'secrets' | 'publicUrl' | 'clock'>,
  db: Database,
  { application, payment, instalment, schedule }: JoinedPayment,
) {
  const rail = payment.rail as TransferRail;
  const destination = await findActiveConfig(db, rail);
  if (!destination) return undefined;
  const attempts = await listPaymentsOfInstalment(db, instalment.id);
  const filled = Object.entries(destination.configData).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  return {
    name: `${application.firstName} ${application.lastName}`,
    reference: application.reference,
    method: RAIL_NAMES[rail],
    amount: dollars(instalment.amountCents - receivedCentsOf(attempts)),
    memo: memoOf(application.reference, instalment.number),
    destination: Object.fromEntries(filled),
    statusUrl: applicationLink(
      context,
      application,
      schedule.payments > 1 ? { pay: instalment.number } : {},
    ),
  };
}
