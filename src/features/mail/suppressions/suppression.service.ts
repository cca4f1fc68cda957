import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { type AppContext, type Caller, callerOf } from '../../../server/context.ts';
import { publishEvent } from '../../../server/webhook-outbox.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { BAD_RECIPIENT } from '../mail.rules.ts';
import { addressesIn, type SuppressionReason } from './suppression.rules.ts';
import {
  addSuppressions,
  findSuppression,
  putUnsubscribed,
  removeSuppression,
  removeUnsubscribed,
} from './suppression.store.ts';
import type { Secrets } from '../../../server/secrets.ts';

const SEAL = ['unsubscribe', 'address'] as const;

/** The key in the links of a bulk mail: its reader's address, sealed, because links are written to logs on their way. */
export const unsubscribeKeyOf = (secrets: Secrets, address: string) =>
  secrets.seal(...SEAL, address);

/** Throws 400 for an invalid key. */
function addressIn(secrets: Secrets, key: string): string {
  try {
    return secrets.unseal(...SEAL, key);
  } catch {
    // Cut off, mistyped or forged: the reader gets the same answer.
    throw new Fault(400, words('This link does not work'));
  }
}

type ReaderContext = Pick<AppContext, 'db' | 'secrets' | 'clock'>;

/** Unsubscribes the address of a key; repeating it changes nothing. */
export async function unsubscribeAddress(
  { db, secrets, clock }: ReaderContext,
  key: string,
): Promise<void> {
  const address = addressIn(secrets, key);
  const now = clock.now();
  const put = await putUnsubscribed(db, { id: randomUUID(), address, now });
  if (put?.since?.getTime() !== now.getTime()) return;
  const { id } = put;
  await publishEvent(db, { type: 'email.unsubscribed', objectId: id, data: { id }, at: now });
}

/** Takes that back; what was not the reader's own command stays. */
export async function resubscribeAddress(
  { db, secrets }: ReaderContext,
  key: string,
): Promise<void> {
  await removeUnsubscribed(db, addressIn(secrets, key));
}

type Command = Pick<AppContext, 'db' | 'clock'> & { user: Caller | undefined };

const mostRefused = 20;
const longestRefused = 200;

/** Suppresses the addresses in pasted lines. Throws 400 when there is none in them. */
export async function suppress(
  command: Command,
  { addresses: pasted, reason }: { addresses: string; reason: SuppressionReason },
) {
  const { addresses, refused } = addressesIn(pasted);
  if (addresses.length === 0)
    throw new Fault(400, BAD_RECIPIENT, { fields: { addresses: BAD_RECIPIENT } });
  const createdBy = callerOf(command).id;
  const createdAt = command.clock.now();
  const rows = addresses.map((address) => ({
    id: randomUUID(),
    address,
    reason,
    createdBy,
    createdAt,
  }));
  const { added, joined } = await addSuppressions(command.db, rows);
  if (added + joined > 0)
    await addAudit(command.db, {
      at: createdAt,
      actorId: createdBy,
      action: 'mail_suppression.added',
      // Without the addresses, which must stay erasable.
      after: { reason, added, joined },
    });
  return {
    added,
    known: addresses.length - added,
    refused: refused.slice(0, mostRefused).map((line) => line.slice(0, longestRefused)),
  };
}

/** Lets bulk mail go to an address again. Throws 404 when it does, 409 for who unsubscribed. */
export async function liftSuppression(command: Command, id: string): Promise<void> {
  const found = await findSuppression(command.db, id);
  if (!found) throw new Fault(404, words('Not found.'));
  if (found.reason === 'unsubscribed' || found.unsubscribedAt)
    throw new Fault(
      409,
      words('This person has unsubscribed. Only they can undo it, with the link in their email.'),
    );
  await removeSuppression(command.db, id);
  await addAudit(command.db, {
    at: command.clock.now(),
    actorId: callerOf(command).id,
    action: 'mail_suppression.removed',
    subject: id,
    before: { reason: found.reason },
  });
}
