import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { findApplication } from '../../../application/application.store.ts';
import { receivedCentsOf } from '../../core/instalment.rules.ts';
import { listPaymentsOf } from '../../core/payment.store.ts';
import { findSchedule, listInstalments } from '../../core/schedule.store.ts';
import { canTake } from './attempt.rules.ts';
import type { ChainDues } from './review.contract.ts';
import { findApplicationId } from './review.store.ts';

/** What the application of a reference asks for, so that nobody books blindly. Throws 404. */
export async function showDues(db: Database, reference: string): Promise<ChainDues> {
  const id = await findApplicationId(db, reference);
  const application = id && (await findApplication(db, id));
  const schedule = id && (await findSchedule(db, id));
  if (!application || !schedule) throw new Fault(404, words('This application does not exist.'));
  const payments = await listPaymentsOf(db, [id]);
  const dues = await listInstalments(db, schedule.id);
  return {
    applicationId: id,
    reference,
    name: `${application.firstName} ${application.lastName}`,
    dues: dues.map((due) => {
      const attempts = payments.map((p) => p.payment).filter((p) => p.instalmentId === due.id);
      return {
        number: due.number,
        amount: decimal(due.amountCents),
        held: decimal(receivedCentsOf(attempts)),
        canTake: canTake(due, attempts),
      };
    }),
  };
}
