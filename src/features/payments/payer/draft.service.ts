import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Plan } from '../../../shared/plan.ts';
import { hours, minutes } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import type { ApplicationData } from '../../application/application.contract.ts';
import { requirePlausible } from '../../application/application.service.ts';
import {
  addApplication,
  type Application,
  lockApplication,
  updateDraft,
} from '../../application/application.store.ts';
import { bindApplication, countBoundSince } from '../../application/browser.store.ts';
import { enterBrowser } from '../../application/browser.service.ts';
import { requireOpen } from '../../maintenance/pause.service.ts';
import { agreeTerms } from '../core/schedule/terms.service.ts';

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
