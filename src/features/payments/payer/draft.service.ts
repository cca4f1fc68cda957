import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Plan } from '../../../shared/plan.ts';
import { hours, minutes } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import type { ApplicationData } from '../../application/application.contract.ts';
import { isSamePerson } from '../../application/application.rules.ts';
import { requirePlausible } from '../../application/application.service.ts';
import {
  addApplication,
  type Application,
  lockApplication,
  personOf,
  updateDraft,
} from '../../application/application.store.ts';
import { bindApplication, countBoundSince } from '../../application/browser.store.ts';
import { enterBrowser } from '../../application/browser.service.ts';
import { requireOpen } from '../../maintenance/pause.service.ts';
import { PAYABLE } from '../core/payment.rules.ts';
import { listInstalmentsOf } from '../core/schedule/schedule.store.ts';
import { agreeTerms, renewTerms } from '../core/schedule/terms.service.ts';

export type DraftContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'jobs' | 'setCookie' | 'request' | 'language'
>;
export type Browser = Awaited<ReturnType<typeof enterBrowser>>;

/** A family applies from one device; a program is stopped. */
const APPLICATIONS_PER_DAY = 20;
/** Most who pay at all pay sooner: they get no mail that asks them to. */
const remindAfterMs = minutes(15);

interface Draft {
  /** Absent when the browser names one of its applications instead. */
  applicationData?: ApplicationData | undefined;
  plan: Plan;
  /** Keep a price that the payer may have paid already. */
  holdPrice: boolean;
}

export const isDraft = ({ applicationStatus }: Application) => applicationStatus === 'draft';

/**
 * The draft for *Continue to Payment*: this browser's draft with these details, or a new one. A browser can
 * have several, opened by their links: only the named one is overwritten.
 */
export async function saveDraftOfBrowser(
  context: DraftContext,
  given: { applicationData: ApplicationData; plan: Plan; applicationId?: string | undefined },
): Promise<Application> {
  const { applicationData, plan, applicationId } = given;
  const browser = await enterBrowser(context);
  const draft = browser.applications.find(
    (one) => isDraft(one) && (applicationId === undefined || one.id === applicationId),
  );
  return writeDraft(context, browser, draft, { applicationData, plan, holdPrice: false });
}

/** Adds the draft or writes over it, with a schedule at the price in force (or held). Leaves it locked. */
export async function writeDraft(
  context: DraftContext,
  browser: Browser,
  draft: Application | undefined,
  given: Draft,
): Promise<Application> {
  const { db, clock } = context;
  const now = clock.now();
  if (given.applicationData) requirePlausible(given.applicationData, now);
  const written = draft
    ? await updateDraftWith(context, draft, given, now)
    : await beginDraft(context, browser, given, now);
  const { plan, holdPrice } = given;
  const schedule = await agreeTerms(db, written.id, { plan, holdPrice, at: now });
  const application = await updateDraft(db, written.id, {
    paymentPlan: plan,
    paymentAmountCents: schedule.amountCents,
  });
  if (given.applicationData) await bindApplication(db, browser.digest, application.id, now);
  return application;
}

async function updateDraftWith(
  { db, language }: DraftContext,
  draft: Application,
  { applicationData }: Draft,
  now: Date,
): Promise<Application> {
  const locked = await lockApplication(db, draft.id);
  if (!applicationData) {
    // A retention run may have erased an old draft while it is being paid.
    if (locked.email === '')
      throw new Fault(409, words('Please complete the application form first'));
    return locked;
  }
  return updateDraft(db, draft.id, {
    ...detailsOf(applicationData, now, locked),
    locale: language,
    updatedAt: now,
  });
}

/** A payer who began before a pause can still pay: money that is on its way is never turned back. */
async function beginDraft(
  { db, jobs, language }: DraftContext,
  browser: Browser,
  { applicationData, plan }: Draft,
  now: Date,
): Promise<Application> {
  if (!applicationData) throw new Fault(400, words('Please complete the application form first'));
  await requireOpen({ db, language }, 'applying');
  const since = new Date(now.getTime() - hours(24));
  if ((await countBoundSince(db, browser.digest, since)) >= APPLICATIONS_PER_DAY) {
    throw new Fault(
      429,
      words('Too many applications were started on this device today. Please continue tomorrow.'),
      {
        headers: { 'Retry-After': '3600' },
      },
    );
  }
  const id = randomUUID();
  await jobs.send(db, 'draft-saved', { id }, { startAfter: new Date(Date.now() + remindAfterMs) });
  return addApplication(db, {
    id,
    ...detailsOf(applicationData, now),
    paymentPlan: plan,
    paymentAmountCents: 0n,
    paymentMethod: 'paypal',
    paypalOrderId: null,
    paymentStatus: 'pending',
    applicationStatus: 'draft',
    locale: language,
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
    kitReleasedAt: null,
  });
}

/**
 * The fields to write. A form without the privacy notice or the newsletter changes neither: an acknowledgement
 * is never erased. Consent to mail belongs to the address that gave it.
 */
export function detailsOf(data: ApplicationData, now: Date, before?: Application) {
  const { noticeVersion = before?.noticeVersion ?? null, wantsNews, ...person } = data;
  const isKnown = before?.noticeVersion === noticeVersion;
  const noticeAcknowledgedAt =
    noticeVersion === null ? null : isKnown ? before.noticeAcknowledgedAt : now;
  const wantedNews = before?.email === person.email && before.wantsNews;
  return { ...person, noticeVersion, noticeAcknowledgedAt, wantsNews: wantsNews ?? wantedNews };
}

/** Two tabs of a browser share its draft; the older tab must not pay for the newer tab's person. */
const OTHER_DETAILS = words(
  'The details of this application were changed in another window. Please go back to the details, check them and continue to the payment again.',
);

interface Asked {
  /** One of this browser's; else the details decide. */
  applicationId?: string | undefined;
  applicationData?: ApplicationData | undefined;
  plan: Plan;
}

/** Called once the browser is locked, so that the second of two clicks sees what the first did. */
type FindMeant = () => Promise<(application: Application) => boolean>;

/**
 * The application that this browser pays for now, created if there is none, locked, with current terms, and the
 * digest of the browser's token. `findMeant` tells which of several with the same details the payment names.
 * Throws 400, 404, 409 and 429 as sentences for the payer.
 */
export async function selectApplication(
  context: DraftContext,
  asked: Asked,
  findMeant: FindMeant = async () => () => false,
): Promise<{ application: Application; browser: Browser }> {
  const browser = await enterBrowser(context);
  const chosen = await choose(context.db, browser, asked, findMeant);
  const { applicationData, plan } = asked;
  const application =
    chosen && !isDraft(chosen)
      ? await lockSubmitted(context, chosen.id, plan)
      : await writeDraft(context, browser, chosen, { applicationData, plan, holdPrice: true });
  return { application, browser };
}

/** A submitted application, locked, with its terms as they are for a payment of this day. */
async function lockSubmitted(
  { db, clock }: DraftContext,
  id: string,
  plan: Plan,
): Promise<Application> {
  const application = await lockApplication(db, id);
  if (application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application was cancelled.'));
  await renewTerms(db, application, plan, clock.now());
  return application;
}

/**
 * The application that a payment is for: the named one; of those with identical details, the one that the
 * payment names, the draft, or one with an unpaid instalment; otherwise a new one. Never the application of
 * another person.
 */
async function choose(
  db: Database,
  { applications }: Browser,
  { applicationId, applicationData }: Asked,
  findMeant: FindMeant,
): Promise<Application | undefined> {
  const isSame = (a: Application) => applicationData && isSamePerson(personOf(a), applicationData);
  if (applicationId) {
    const named = applications.find(({ id }) => id === applicationId);
    if (!named) throw new Fault(404, words('This application does not exist.'));
    if (applicationData && isDraft(named) && !isSame(named)) throw new Fault(409, OTHER_DETAILS);
    return named;
  }
  const same = applications.filter((application) => isSame(application));
  return same.find(await findMeant()) ?? same.find(isDraft) ?? (await findUnpaid(db, same));
}

/** The newest with an unpaid instalment. */
export async function findUnpaid(
  db: Database,
  applications: Application[],
): Promise<Application | undefined> {
  const running = applications.filter((a) => a.applicationStatus !== 'cancelled');
  const instalments = await listInstalmentsOf(
    db,
    running.map(({ id }) => id),
  );
  return running.find(({ id }) =>
    instalments.some(
      ({ schedule, instalment }) =>
        schedule.applicationId === id && PAYABLE.includes(instalment.status),
    ),
  );
}
