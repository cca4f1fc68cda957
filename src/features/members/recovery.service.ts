import { randomBytes } from 'node:crypto';
import type { House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { replaceRecoveryCodes, spendRecoveryCode } from './recovery.store.ts';
import { newRecoveryCode, recoveryCodesAtOnce, spelledOut } from './second-factor.rules.ts';

type Desk = Pick<House, 'secrets' | 'clock'>;

// Keyed, and with the owner in it: who reads the table cannot try codes, and equal codes look different.
const digestOf = ({ secrets }: Desk, userId: string, code: string) =>
  secrets.digest('recovery-code', `${userId} ${code}`);

/** Ten new codes in the place of the old; answers them as they are shown, this once. */
export async function issueRecoveryCodes(
  desk: Desk,
  tx: Database,
  userId: string,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < recoveryCodesAtOnce) codes.add(newRecoveryCode(randomBytes));
  const digests = [...codes].map((code) => digestOf(desk, userId, code));
  await replaceRecoveryCodes(tx, userId, digests);
  return [...codes].map(spelledOut);
}

/** Uses a code up; `false` when it opens nothing. */
export const spendCode = (desk: Desk, tx: Database, userId: string, code: string) =>
  spendRecoveryCode(tx, userId, digestOf(desk, userId, code), desk.clock.now());
