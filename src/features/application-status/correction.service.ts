import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import type { ApplicationData } from '../application/application.contract.ts';
import { CORRECTABLE } from '../application/application.rules.ts';
import { requirePlausible } from '../application/application.service.ts';
import { correctDetails, lockApplication } from '../application/application.store.ts';
import { stepApplication } from '../application/application-event.store.ts';
import { detailsOf } from '../payments/payer/draft.service.ts';
import { type ApplicantContext, findProven } from './access.service.ts';

/**
 * Replaces an applicant's details: those of a draft, or the ones that we asked for, which puts the application
 * back into review. Returns the new status. Throws 400 for a field, 403, 404, and 409 at other times.
 */
export async function saveCorrection(context: ApplicantContext, id: string, data: ApplicationData) {
  await findProven(context, id);
  const now = context.clock.now();
  const locked = await lockApplication(context.db, id);
  if (!CORRECTABLE.includes(locked.applicationStatus))
    throw new Fault(
      409,
      words('You can change your details only before the first payment, or when we ask you to.'),
    );
  requirePlausible(data, now);
  await correctDetails(context.db, id, {
    ...detailsOf(data, now, locked),
    locale: context.language,
    updatedAt: now,
  });
  if (locked.applicationStatus !== 'needs_information') return locked.applicationStatus;
  await stepApplication(context.db, id, 'in_review', now, { actor: { kind: 'payer' } });
  await context.jobs.send(context.db, 'application-step', { id, to: 'in_review' });
  return 'in_review' as const;
}
