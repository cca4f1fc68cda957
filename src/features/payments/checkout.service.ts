import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import type { Plan } from '../../shared/plan.ts';
import { words } from '../../shared/words.ts';
import { isSamePerson } from '../application/application.rules.ts';
import { type Application, lockApplication, personOf } from '../application/application.store.ts';
import { enterBrowser } from '../application/browser.service.ts';
import type { PaymentSubmission } from './checkout.contract.ts';
import { type Browser, type Desk, isDraft, writeDraft } from './draft.service.ts';
import { NUMBER_FIELD, readClaim } from './manual/claim.rules.ts';
import { claimPayment } from './manual/claim.service.ts';
import { PAYABLE } from './payment.rules.ts';
import { listClaims } from './payment.store.ts';
import { listInstalmentsOf } from './schedule.store.ts';
import { renewTerms } from './terms.service.ts';

/** Two tabs of one browser share its draft; the one that is behind must not book on the other's person. */
const OTHER_DETAILS = words(
  'The details of this application were changed in another window. Please go back to the details, check them and continue to the payment again.',
);

/**
 * Takes the number of a transfer for this browser's application; makes the application first where there is none.
 * Answers the application and whether the claim is new. Throws 400, 404 and 409 as sentences for the payer.
 */
export async function submitClaim(
  desk: Desk & Pick<Context<never>, 'jobs' | 'settings'>,
  body: PaymentSubmission,
): Promise<{ application: Application; isNew: boolean }> {
  const { paymentMethod: rail, paymentData, applicationData } = body;
  const { plan, review = false, instalment } = paymentData;
  const number = paymentData[NUMBER_FIELD[rail]] ?? '';
  const browser = await enterBrowser(desk);
  const chosen = await chooseApplication(desk.db, browser, body, number);
  const application =
    chosen && !isDraft(chosen)
      ? await lockSubmitted(desk, chosen.id, plan)
      : await writeDraft(desk, browser, chosen, { applicationData, plan, holdPrice: true });
  const { payment, isNew } = await claimPayment(desk.db, {
    application,
    rail,
    number,
    instalment,
    review,
    at: desk.clock.now(),
    isTest: desk.settings.sandbox,
  });
  if (isNew) {
    if (isDraft(application))
      await desk.jobs.send(desk.db, 'application-submitted', { id: application.id });
    await desk.jobs.send(desk.db, 'claim-received', { id: payment.id });
  }
  return { application, isNew };
}

/** A submitted application, locked, with its terms as they are for a claim of this day. */
async function lockSubmitted({ db, clock }: Desk, id: string, plan: Plan): Promise<Application> {
  const application = await lockApplication(db, id);
  if (application.applicationStatus === 'cancelled')
    throw new Fault(409, words('This application was cancelled.'));
  await renewTerms(db, application, plan, clock.now());
  return application;
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

/** What the payer reads after a claim, first time or again. */
export const claimedMessage = (
  { translate, language }: Pick<Context<never>, 'translate' | 'language'>,
  reference: string,
) =>
  translate(
    words(
      'We check it by hand and write to you when your payment has been found. Your reference is {reference}.',
    ),
    language,
    { reference },
  );
