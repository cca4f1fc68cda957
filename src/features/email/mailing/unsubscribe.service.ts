import { randomUUID } from 'node:crypto';
import type { House } from '../../../server/context.ts';
import type { Secrets } from '../../../server/secrets.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { putUnsubscribed, removeUnsubscribed } from './suppression.store.ts';

const SEAL = ['unsubscribe', 'address'] as const;

/** What stands in the links of a bulk mail: the address of its reader, sealed, as links are kept in logs on their way. */
export const keyOf = (secrets: Secrets, address: string) => secrets.seal(...SEAL, address);

/** Throws 400 for a key that is not ours. */
function addressIn(secrets: Secrets, key: string): string {
  try {
    return secrets.unseal(...SEAL, key);
  } catch {
    // Cut off, mistyped, or made by somebody else: to its reader all one.
    throw new Fault(400, words('This link is not one of ours'));
  }
}

type Visit = Pick<House, 'db' | 'secrets' | 'clock'>;

/** Sends no more bulk mail to the address of a key; again changes nothing. */
export async function unsubscribeAddress(
  { db, secrets, clock }: Visit,
  key: string,
): Promise<void> {
  const address = addressIn(secrets, key);
  await putUnsubscribed(db, { id: randomUUID(), address, now: clock.now() });
}

/** Takes that back; what was not the reader's own deed stays. */
export async function resubscribeAddress({ db, secrets }: Visit, key: string): Promise<void> {
  await removeUnsubscribed(db, addressIn(secrets, key));
}
