import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type Caller, type House } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { BAD_RECIPIENT, type SuppressionReason } from '../mailing.rules.ts';
import { addressesIn } from './suppression.rules.ts';
import { addSuppressions, findSuppression, removeSuppression } from './suppression.store.ts';

type Deed = Pick<House, 'db' | 'clock'> & { user: Caller | undefined };

const mostRefused = 20;
const longestRefused = 200;

/** Suppresses the addresses in pasted lines. Throws 400 when there is none in them. */
export async function suppress(
  deed: Deed,
  { addresses: pasted, reason }: { addresses: string; reason: SuppressionReason },
) {
  const { addresses, refused } = addressesIn(pasted);
  if (addresses.length === 0)
    throw new Fault(400, BAD_RECIPIENT, { fields: { addresses: BAD_RECIPIENT } });
  const createdBy = callerOf(deed).id;
  const createdAt = deed.clock.now();
  const rows = addresses.map((address) => ({
    id: randomUUID(),
    address,
    reason,
    createdBy,
    createdAt,
  }));
  const { added, joined } = await addSuppressions(deed.db, rows);
  if (added + joined > 0)
    await addAudit(deed.db, {
      at: createdAt,
      actorId: createdBy,
      action: 'mail_suppression.added',
      // The addresses stay where they can be erased.
      after: { reason, added, joined },
    });
  return {
    added,
    known: addresses.length - added,
    refused: refused.slice(0, mostRefused).map((line) => line.slice(0, longestRefused)),
  };
}

/** Lets bulk mail go to an address again. Throws 404 when it does, 409 for who unsubscribed. */
export async function liftSuppression(deed: Deed, id: string): Promise<void> {
  const found = await findSuppression(deed.db, id);
  if (!found) throw new Fault(404, words('Not found.'));
  if (found.reason === 'unsubscribed' || found.unsubscribedAt)
    throw new Fault(
      409,
      words(
        'This person has unsubscribed. Only they can take it back, with the link in their mail.',
      ),
    );
  await removeSuppression(deed.db, id);
  await addAudit(deed.db, {
    at: deed.clock.now(),
    actorId: callerOf(deed).id,
    action: 'mail_suppression.removed',
    subject: id,
    before: { reason: found.reason },
  });
}
