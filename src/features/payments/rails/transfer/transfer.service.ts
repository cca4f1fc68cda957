import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { words } from '../../../../shared/words.ts';
import { type Application, lockApplication } from '../../../application/application.store.ts';
import { enterBrowser } from '../../../application/browser.service.ts';
import { PAYABLE } from '../../core/payment.rules.ts';
import { openAttempt, changePaymentStatus } from '../../core/payment.service.ts';
import type { Payment } from '../../core/payment.store.ts';
import { findSchedule, listInstalments } from '../../core/schedule/schedule.store.ts';
import { renewTerms } from '../../core/schedule/terms.service.ts';
import { selectApplication } from '../../payer/application-selection.service.ts';
import { type DraftContext, isDraft, writeDraft } from '../../payer/draft.service.ts';
import { findActiveConfig } from '../../pricing/payment-config.store.ts';
import { claimPayment } from './claim.service.ts';
import { listClaims } from './claim.store.ts';
import type { PaymentSubmission } from './transfer.contract.ts';
import {
  NUMBER_FIELD,
  parseClaimNumber,
  RAIL_UNAVAILABLE,
  type TransferRail,
} from './transfer.rules.ts';

interface TransferRequest {
  applicationId: string;
  paymentMethod: TransferRail;
  plan: Plan;
  instalment?: number | undefined;
}

/**
 * Mails the payer the destination and waits for the transfer: the attempt is `awaiting_transfer`. A second
 * request on a day mails nothing. Throws 404 and 409 as sentences for the payer.
 */
export async function awaitTransfer(
  context: DraftContext & Pick<RequestContext<never>, 'jobs' | 'settings'>,
  { applicationId, paymentMethod: rail, plan, instalment }: TransferRequest,
): Promise<Payment> {
  const { db, jobs, settings } = context;
  const at = context.clock.now();
  const application = await chosenApplication(context, applicationId, plan);
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
      ? await changePaymentStatus(db, {
          paymentId: attempt.id,
          to: 'awaiting_transfer',
          actor,
          at,
          reason,
        })
      : attempt;
  await jobs.send(db, 'transfer-details', { id: payment.id });
  return payment;
}

/** The browser's own application, locked, with current terms. */
async function chosenApplication(
  context: DraftContext,
  id: string,
  plan: Plan,
): Promise<Application> {
  const { db, clock } = context;
  const browser = await enterBrowser(context);
  const named = browser.applications.find((one) => one.id === id);
  if (!named) throw new Fault(404, words('This application does not exist.'));
  if (isDraft(named)) return writeDraft(context, browser, named, { plan, holdPrice: true });
  const application = await lockApplication(db, id);
  if (application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application was cancelled.'));
  await renewTerms(db, application, plan, clock.now());
  return application;
}

async function dueOf(db: Database, applicationId: string, number: number | undefined) {
  const schedule = await findSchedule(db, applicationId);
  const instalments = schedule ? await listInstalments(db, schedule.id) : [];
  const payable = instalments.filter(({ status }) => PAYABLE.includes(status));
  return number === undefined ? payable[0] : payable.find((due) => due.number === number);
}

/**
 * Records the number of a transfer for this browser's application, which is created if there is none. Returns
 * the application and whether the claim is new. Throws 400, 404 and 409 as sentences for the payer.
 */
export async function submitClaim(
  context: DraftContext & Pick<RequestContext<never>, 'jobs' | 'settings'>,
  body: PaymentSubmission,
): Promise<{ application: Application; isNew: boolean }> {
  const { paymentMethod: rail, paymentData, applicationId, applicationData } = body;
  const { plan, review = false, instalment } = paymentData;
  const number = paymentData[NUMBER_FIELD[rail]] ?? '';
  const { application } = await selectApplication(
    context,
    { applicationId, applicationData, plan },
    async () => {
      const claims = await listClaims(context.db, rail, number);
      return ({ id, reference }) =>
        parseClaimNumber(number, reference).kind === 'own' ||
        claims.some((claim) => claim.application.id === id);
    },
  );
  const { payment, isNew } = await claimPayment(context.db, {
    application,
    rail,
    number,
    instalment,
    review,
    at: context.clock.now(),
    isTest: context.settings.sandbox,
  });
  if (isNew) {
    const isFirst = isDraft(application);
    if (isFirst)
      await context.jobs.send(context.db, 'application-submitted', {
        id: application.id,
        claim: payment.id,
      });
    // The email about the application already says what is known of its first payment.
    await context.jobs.send(context.db, 'claim-received', {
      id: payment.id,
      isPayerInformed: isFirst,
    });
  }
  return { application, isNew };
}

/** What the payer reads after a claim, first time or again. */
export const claimedMessage = (
  { translate, language }: Pick<RequestContext<never>, 'translate' | 'language'>,
  reference: string,
) =>
  translate(
    words(
      'We’ll check it by hand and email you when we find your payment. Your reference is {reference}.',
    ),
    language,
    { reference },
  );
