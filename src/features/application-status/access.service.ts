import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { showDetailsMs } from '../application/application.rules.ts';
import { type Application, findApplicationOf } from '../application/application.store.ts';
import { bindApplication, listApplicationsOfBrowser } from '../application/browser.store.ts';
import { browserOf, enterBrowser } from '../application/browser.service.ts';
import { readReference } from '../application/link.rules.ts';
import { applicationOfKey } from '../application/link.service.ts';

export type ApplicantContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'jobs' | 'request' | 'setCookie' | 'secrets' | 'language' | 'translate'
>;

/** One of this browser's applications, with whether its details were typed or its link was used of late; else 404. */
export async function findOwn(
  context: Pick<ApplicantContext, 'db' | 'clock' | 'request'>,
  id: string,
): Promise<{ application: Application; isProven: boolean }> {
  const browser = browserOf(context);
  const owned = browser ? await listApplicationsOfBrowser(context.db, browser) : [];
  const found = owned.find(({ application }) => application.id === id);
  if (!found) throw new Fault(404, words('This application does not exist.'));
  const age = context.clock.now().getTime() - found.provenAt.getTime();
  return { application: found.application, isProven: age <= showDetailsMs };
}

/** The same for what cannot be taken back: 403 in a browser whose proof is more than an hour old. */
export async function findProven(context: Parameters<typeof findOwn>[0], id: string) {
  const { application, isProven } = await findOwn(context, id);
  if (!isProven)
    throw new Fault(
      403,
      words('For your safety, please open this application with the link we email you.'),
      { detail: { reason: 'prove' } },
    );
  return application;
}

/** Opens the application of a link in this browser, as if its details had just been typed here. */
export async function openWithKey(context: ApplicantContext, key: string): Promise<Application> {
  const application = await applicationOfKey(context.db, context, key);
  if (!application)
    throw new Fault(
      403,
      words('This link no longer works. Ask for a new one here, and we will email it to you.'),
    );
  const browser = await enterBrowser(context);
  await bindApplication(context.db, browser.digest, application.id, context.clock.now());
  return application;
}

/**
 * Sends a link to the applicant. It runs the same statements and answers the same whether the application exists,
 * so that the answer does not reveal who has applied.
 */
export async function requestLink(
  { db, jobs }: Pick<ApplicantContext, 'db' | 'jobs'>,
  given: { reference: string; email: string },
): Promise<void> {
  const reference = readReference(given.reference) ?? '';
  const found = await findApplicationOf(db, reference, given.email);
  await sendLink(db, jobs, found?.id ?? randomUUID());
}

/** Puts the mail with the link to an application into the queue. */
export const sendLink = (db: Database, jobs: ApplicantContext['jobs'], id: string) =>
  jobs.send(db, 'application-link', { id });
