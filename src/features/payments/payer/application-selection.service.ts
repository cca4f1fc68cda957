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
import { listInstalmentsOf } from '../core/schedule.store.ts';
import { renewTerms } from '../core/terms.service.ts';

/** Two tabs of one browser share its draft; the one that is behind must not book on the other's person. */
const OTHER_DETAILS = words(
  'The details of this application were changed in another window. Please go back to the details, check them and continue to the payment again.',
);

interface Asked {
  /** One of this browser's; else the details decide. */
  applicationId?: string | undefined;
  applicationData?: ApplicationData | undefined;
  plan: Plan;
}

/** Asked once the browser is alone, so that of two clicks the second sees what the first has done. */
type FindMeant = () => Promise<(application: Application) => boolean>;

/**
 * The application that a payer of this browser pays for now, made first where there is none, locked and at its
 * terms of this day, with the digest of the browser's token. `findMeant` answers which of those with the same
 * details the payment names by itself. Throws 400, 404, 409 and 429 as sentences for the payer.
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
 * Which application of the browser a payment is for: the one it names; of those with the same details word for
 * word, the one that the payment itself names, the draft, one that still asks for money; none: then a new one
 * begins. A payment never takes the application of another person.
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

/** The newest that still asks for money. */
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
