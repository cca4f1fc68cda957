import { randomUUID } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import type { Plan } from '../../shared/plan.ts';
import { hours } from '../../shared/time.ts';
import { translate, words } from '../../shared/words.ts';
import type { ApplicationData } from '../application/application.contract.ts';
import { isSamePerson } from '../application/application.rules.ts';
import { demandPlausible } from '../application/application.service.ts';
import {
  addApplication,
  type Application,
  bindApplication,
  countBoundSince,
  lockApplication,
  personOf,
  updateDraft,
} from '../application/application.store.ts';
import { enterBrowser } from '../application/browser.service.ts';
import type { PaymentSubmission } from './checkout.contract.ts';
import { NUMBER_FIELD, readClaim } from './manual/claim.rules.ts';
import { claimPayment } from './manual/claim.service.ts';
import { OPEN, PAYABLE } from './payment.rules.ts';
import { step } from './payment.service.ts';
import { listClaims, listPaymentsOf } from './payment.store.ts';
import { cancelSchedule, isScheduleCurrent, openSchedule } from './schedule.service.ts';
import { findSchedule, listInstalmentsOf, type Schedule } from './schedule.store.ts';

type Desk = Pick<Context<never>, 'db' | 'clock' | 'jobs' | 'setCookie' | 'request'>;
type Browser = Awaited<ReturnType<typeof enterBrowser>>;

/** A family applies from one device; a program is stopped. */
const APPLICATIONS_PER_DAY = 20;

/** Two tabs of one browser share its draft; the one that is behind must not book on the other's person. */
const OTHER_DETAILS = words(
  'The details of this application were changed in another window. Please go back to the details, check them and continue to the payment again.',
);

interface Draft {
  /** Absent when the browser names one of its applications instead. */
  applicationData?: ApplicationData | undefined;
  plan: Plan;
  /** Keep a price that the payer may have paid already. */
  holdPrice: boolean;
}

/** What *Continue to Payment* asks for: this browser's draft with these details, or a new one. */
export async function keepDraft(
  desk: Desk,
  applicationData: ApplicationData,
  plan: Plan,
): Promise<Application> {
  const browser = await enterBrowser(desk);
  const draft = browser.applications.find(isDraft);
  return writeDraft(desk, browser, draft, { applicationData, plan, holdPrice: false });
}

/**
 * Takes the number of a transfer for this browser's application; makes the application first where there is none.
 * Answers the application and whether the claim is new. Throws 400, 404 and 409 as sentences for the payer.
 */
export async function submitClaim(
  desk: Desk,
  body: PaymentSubmission,
): Promise<{ application: Application; isNew: boolean }> {
  const { paymentMethod: rail, paymentData, applicationData } = body;
  const { plan, review = false, instalment } = paymentData;
  const number = paymentData[NUMBER_FIELD[rail]] ?? '';
  const browser = await enterBrowser(desk);
  const chosen = await chooseApplication(desk.db, browser, body, number);
  const application =
    chosen && chosen.applicationStatus !== 'draft'
      ? await lockApplication(desk.db, chosen.id)
      : await writeDraft(desk, browser, chosen, { applicationData, plan, holdPrice: true });
  if (application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application was cancelled.'));
  if (application.paymentPlan !== plan) {
    throw new Fault(
      409,
      words(
        'You have already begun to pay this application in the other way. The plan cannot be changed after a payment was entered.',
      ),
    );
  }
  const { payment, isNew } = await claimPayment(desk.db, {
    application,
    rail,
    number,
    instalment,
    review,
    at: desk.clock.now(),
  });
  if (isNew) {
    if (application.applicationStatus === 'draft')
      await desk.jobs.send(desk.db, 'application-submitted', { id: application.id });
    await desk.jobs.send(desk.db, 'claim-received', { id: payment.id });
  }
  return { application, isNew };
}

/**
 * Which application of the browser a claim is for: the one it names; of those with the same details word for
 * word, the one whose memo the number is or that has claimed it, the draft, one that still asks for money;
 * none: then a new one begins. A claim never takes the application of another person.
 */
async function chooseApplication(
  db: Database,
  { applications }: Browser,
  { applicationId, applicationData, paymentMethod }: PaymentSubmission,
  number: string,
): Promise<Application | undefined> {
  const isSame = (a: Application) => applicationData && isSamePerson(personOf(a), applicationData);
  if (applicationId) {
    const named = applications.find(({ id }) => id === applicationId);
    if (!named) throw new Fault(404, words('This application does not exist.'));
    if (applicationData && isDraft(named) && !isSame(named)) throw new Fault(409, OTHER_DETAILS);
    return named;
  }
  const same = applications.filter((application) => isSame(application));
  const claims = await listClaims(db, paymentMethod, number);
  const isOfNumber = (a: Application) =>
    readClaim(number, a.reference).kind === 'own' ||
    claims.some(({ application }) => application.id === a.id);
  return same.find(isOfNumber) ?? same.find(isDraft) ?? (await findUnpaid(db, same));
}

const isDraft = ({ applicationStatus }: Application) => applicationStatus === 'draft';

/** The newest that still asks for money. */
async function findUnpaid(
  db: Database,
  applications: Application[],
): Promise<Application | undefined> {
  const running = applications.filter((a) => a.applicationStatus !== 'cancelled');
  const dues = await listInstalmentsOf(
    db,
    running.map(({ id }) => id),
  );
  return running.find(({ id }) =>
    dues.some(
      ({ schedule, instalment }) =>
        schedule.applicationId === id && PAYABLE.includes(instalment.status),
    ),
  );
}

/** Adds the draft or writes over it, with a schedule at the price in force (or held). Leaves it locked. */
async function writeDraft(
  desk: Desk,
  browser: Browser,
  draft: Application | undefined,
  given: Draft,
): Promise<Application> {
  const { db, clock } = desk;
  const now = clock.now();
  if (given.applicationData) demandPlausible(given.applicationData, now);
  const written = draft
    ? await updateDraftWith(db, draft, given, now)
    : await beginDraft(db, browser, given, now);
  const schedule = await ensureSchedule(db, written, given, now);
  const application = await updateDraft(db, written.id, {
    paymentPlan: given.plan,
    paymentAmountCents: schedule.amountCents,
  });
  if (given.applicationData) await bindApplication(db, browser.digest, application.id, now);
  return application;
}

async function updateDraftWith(
  db: Database,
  draft: Application,
  { applicationData }: Draft,
  now: Date,
): Promise<Application> {
  const locked = await lockApplication(db, draft.id);
  if (!applicationData) return locked;
  return updateDraft(db, draft.id, { ...detailsOf(applicationData, now, locked), updatedAt: now });
}

async function beginDraft(
  db: Database,
  browser: Browser,
  { applicationData, plan }: Draft,
  now: Date,
): Promise<Application> {
  if (!applicationData) throw new Fault(400, words('Please complete the application form first'));
  const since = new Date(now.getTime() - hours(24));
  if ((await countBoundSince(db, browser.digest, since)) >= APPLICATIONS_PER_DAY) {
    throw new Fault(
      429,
      words('Many applications were begun on this device today. Please continue tomorrow.'),
      {
        headers: { 'Retry-After': '3600' },
      },
    );
  }
  return addApplication(db, {
    id: randomUUID(),
    ...detailsOf(applicationData, now),
    paymentPlan: plan,
    paymentAmountCents: 0n,
    paymentMethod: 'paypal',
    paypalOrderId: null,
    paymentStatus: 'pending',
    applicationStatus: 'draft',
    locale: 'en',
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
  });
}

/**
 * What is written of the details. A form that says nothing of the notice or the news changes neither: an
 * acknowledgement is never erased. Consent to mail stays with the address that gave it.
 */
function detailsOf(data: ApplicationData, now: Date, before?: Application) {
  const { noticeVersion = before?.noticeVersion ?? null, wantsNews, ...person } = data;
  const isKnown = before?.noticeVersion === noticeVersion;
  const noticeAcknowledgedAt =
    noticeVersion === null ? null : isKnown ? before.noticeAcknowledgedAt : now;
  const wantedNews = before?.email === person.email && before.wantsNews;
  return { ...person, noticeVersion, noticeAcknowledgedAt, wantsNews: wantsNews ?? wantedNews };
}

/** The draft's schedule, exchanged for one at today's price or of the other plan where it no longer fits. */
async function ensureSchedule(
  tx: Database,
  application: Application,
  asked: Draft,
  at: Date,
): Promise<Schedule> {
  const schedule = await findSchedule(tx, application.id);
  if (schedule && (await isScheduleCurrent(tx, schedule, { ...asked, at }))) return schedule;
  if (schedule) {
    for (const { payment } of await listPaymentsOf(tx, [application.id])) {
      if (!OPEN.includes(payment.status)) continue;
      await step(tx, {
        paymentId: payment.id,
        to: 'cancelled',
        actor: { kind: 'payer' },
        at,
        reason: 'the plan or its price changed',
      });
    }
    await cancelSchedule(tx, schedule, at);
  }
  return openSchedule(tx, application.id, asked.plan, at);
}

/** What the payer reads after a claim, first time or again. */
export const claimedMessage = (reference: string) =>
  translate(
    words(
      'We check it by hand and write to you when your payment has been found. Your reference is {reference}.',
    ),
    { reference },
  );
