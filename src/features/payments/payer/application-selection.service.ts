import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Plan } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import type { ApplicationData } from '../../application/application.contract.ts';
import { isSamePerson } from '../../application/application.rules.ts';
import {
  type Application,
  lockApplication,
  personOf,
} from '../../application/application.store.ts';
import { enterBrowser } from '../../application/browser.service.ts';
import { type Browser, type DraftContext, isDraft, writeDraft } from './draft.service.ts';
import { PAYABLE } from '../core/payment.rules.ts';
import { listInstalmentsOf } from '../core/schedule/schedule.store.ts';
import { renewTerms } from '../core/schedule/terms.service.ts';

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
