import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { type Application, lockApplication } from '../../../application/application.store.ts';
import { memoOf, PAYABLE, UNDER_WAY } from '../../core/payment.rules.ts';
import { type Actor, changePaymentStatus, openAttempt } from '../../core/payment.service.ts';
import { listPaymentsOf, type Payment } from '../../core/payment.store.ts';
import { listClaims, lockClaimNumber } from './claim.store.ts';
import { findActiveConfig } from '../../pricing/payment-config.store.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
} from '../../core/schedule/schedule.store.ts';
import {
  claimNumberOf,
  NUMBER_FIELD,
  parseClaimNumber,
  RAIL_UNAVAILABLE,
  type TransferRail,
} from './transfer.rules.ts';
import type { RequestContext } from '../../../../server/context.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { enterBrowser } from '../../../application/browser.service.ts';
import { renewTerms } from '../../core/schedule/terms.service.ts';
import {
  type DraftContext,
  isDraft,
  selectApplication,
  writeDraft,
} from '../../payer/draft.service.ts';
import type { PaymentSubmission } from './transfer.contract.ts';

interface Claim {
  application: Application;
  rail: TransferRail;
  /** Trimmed and upper-cased. */
  number: string;
  /** The instalment that it pays. When absent: the one that our memo names, or the first unpaid one. */
  instalment?: number | undefined;
  /** File it although another application has claimed the number: an administrator decides. */
  review: boolean;
  at: Date;
  /** Claimed in the sandbox. */
  isTest: boolean;
  /** The payer, or the administrator who has found the money. */
  actor?: Actor;
}

/**
 * Records a payer's number for the instalment that it pays. `isNew` is false when this application has claimed
 * the number before: then nothing is written. The caller holds the application's lock. Throws 409 when the rail
 * is off, the number belongs to another application or nothing is unpaid.
 */
export async function claimPayment(
  tx: Database,
  claim: Claim,
): Promise<{ payment: Payment; isNew: boolean }> {
  const { application, rail, at, actor = { kind: 'payer' } } = claim;
  const reading = parseClaimNumber(claim.number, application.reference);
  const { target, number, repeated } =
    reading.kind === 'own'
      ? await readMemo(tx, claim, reading.instalment)
      : await readNumber(tx, claim);
  if (repeated) return { payment: repeated, isNew: false };
  if (!target) throw new Fault(409, words('There is nothing left to pay for this application.'));
  const destination = await findActiveConfig(tx, rail);
  // Money that has arrived is recorded even when the rail is off.
  if (!destination && actor.kind === 'payer') throw new Fault(409, RAIL_UNAVAILABLE[rail]);
  // Our reference is always valid for its own application, whatever others have filed for review.
  const isTaken =
    reading.kind === 'foreign' ||
    (reading.kind === 'other' && (await listClaims(tx, rail, number)).length > 0);
  if (isTaken && !claim.review) {
    throw new Fault(
      409,
      reading.kind === 'foreign'
        ? words(
            'This is the memo of another application. Enter your own memo or the number from your bank. If it is right, send it for review.',
          )
        : words(
            'This number was already entered for another application. Check it, or send it for review.',
          ),
      { detail: { reason: 'review' } },
    );
  }
  const attempt = await openAttempt(tx, {
    instalmentId: target.id,
    rail,
    actor,
    at,
    isTest: claim.isTest,
  });
  if (attempt.status === 'created')
    await changePaymentStatus(tx, { paymentId: attempt.id, to: 'awaiting_transfer', actor, at });
  const payment = await changePaymentStatus(tx, {
    paymentId: attempt.id,
    to: 'claimed',
    actor,
    at,
    ...(destination ? { reason: `to ${rail} ${destination.id}` } : {}),
    data: {
      claimNumber: number,
      numberInReview: isTaken,
      ...(isTaken ? { flag: 'manual' as const } : {}),
    },
  });
  return { payment, isNew: true };
}

/** The instalment of a claim and its stored number, or the payment that it repeats. */
interface ParsedRow {
  target?: Instalment | undefined;
  number: string;
  repeated?: Payment | undefined;
}

/**
 * Our memo names its instalment, and every transfer for that instalment has it. It repeats the claim before it
 * while that is being checked and once the instalment is paid; otherwise it is another transfer, for the rest.
 */
async function readMemo(
  tx: Database,
  { application, rail, number, instalment }: Claim,
  named: number,
): Promise<ParsedRow> {
  const own = await ownClaims(tx, application, rail);
  // "PX-7K4M2/2" is the second transfer for the first instalment, if a claim is stored under that number.
  const exact = own.find(({ payment }) => payment.claimNumber === number);
  const wanted = instalment ?? exact?.instalment.number ?? named;
  const target = (await instalmentsOf(tx, application.id)).find((due) => due.number === wanted);
  if (!target) throw new Fault(409, words('This application has no payment with this number.'));
  const memo = memoOf(application.reference, wanted);
  await lockClaimNumber(tx, rail, memo);
  const usedNumbers = new Set(own.map(({ payment }) => payment.claimNumber));
  const last = own.findLast(
    ({ payment, instalment: due }) =>
      due.id === target.id &&
      parseClaimNumber(payment.claimNumber ?? '', application.reference).kind === 'own',
  );
  const isRepeat =
    last && (UNDER_WAY.includes(last.payment.status) || !PAYABLE.includes(target.status));
  let time = 1;
  while (usedNumbers.has(claimNumberOf(memo, time))) time++;
  return {
    target,
    number: claimNumberOf(memo, time),
    repeated: isRepeat ? last.payment : undefined,
  };
}

/** A bank's number identifies one transfer: entered again it repeats the claim, whatever its status. */
async function readNumber(
  tx: Database,
  { application, rail, number, instalment }: Claim,
): Promise<ParsedRow> {
  await lockClaimNumber(tx, rail, number);
  const own = await ownClaims(tx, application, rail);
  const before = own.find(({ payment }) => payment.claimNumber === number);
  if (before && instalment !== undefined && before.instalment.number !== instalment) {
    throw new Fault(
      409,
      words(
        'You have already entered this number for another payment of this application. Please enter the number of the transfer for this payment.',
      ),
    );
  }
  const instalments = await instalmentsOf(tx, application.id);
  const target =
    instalment === undefined
      ? firstPayable(instalments)
      : instalments.find((due) => due.number === instalment);
  return { target, number, repeated: before?.payment };
}

/** What this application has claimed on the rail and was not rejected, oldest first. */
const ownClaims = async (tx: Database, { id }: Application, rail: TransferRail) =>
  (await listPaymentsOf(tx, [id])).filter(
    ({ payment }) =>
      payment.rail === rail && payment.claimNumber !== null && payment.status !== 'failed',
  );

async function instalmentsOf(tx: Database, applicationId: string): Promise<Instalment[]> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application without a schedule cannot be paid.');
  return listInstalments(tx, schedule.id);
}

/** The first unpaid instalment. One with a payment under way counts: paying it again reports that. */
const firstPayable = (instalments: Instalment[]): Instalment | undefined =>
  instalments.find(({ status }) => PAYABLE.includes(status));

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
    words('Thank you. We are checking for your payment. Your reference is {reference}.'),
    language,
    { reference },
  );
