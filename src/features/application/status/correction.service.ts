import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { ApplicationData } from '../application.contract.ts';
import { CORRECTABLE } from '../application.rules.ts';
import { demandPlausible } from '../application.service.ts';
import { correctDetails, lockApplication } from '../application.store.ts';
import { stepApplication } from '../application-event.store.ts';
import { detailsOf } from '../../payments/payer/draft.service.ts';
import { type Desk, findProven } from './tracking.service.ts';

/**
 * Writes an applicant's details anew: those of a draft, or the ones that we asked for, which puts the application
 * back into review. Answers the status that it has then. Throws 400 for a field, 403, 404, and 409 at other times.
 */
export async function correctOwn(desk: Desk, id: string, data: ApplicationData) {
  await findProven(desk, id);
  const now = desk.clock.now();
  const locked = await lockApplication(desk.db, id);
  if (!CORRECTABLE.includes(locked.applicationStatus))
    throw new Fault(
      409,
      words('The details can be changed only before the first payment, or when we ask for it.'),
    );
  demandPlausible(data, now);
  await correctDetails(desk.db, id, {
    ...detailsOf(data, now, locked),
    locale: desk.language,
    updatedAt: now,
  });
  if (locked.applicationStatus !== 'needs_information') return locked.applicationStatus;
  await stepApplication(desk.db, id, 'in_review', now, { actor: { kind: 'payer' } });
  await desk.jobs.send(desk.db, 'application-step', { id, to: 'in_review' });
  return 'in_review' as const;
}
