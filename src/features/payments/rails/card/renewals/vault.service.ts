import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../../server/database/database.ts';
import type { SealedColumn } from '../../../../../server/sealed-column.ts';
import type { CardService } from '../../../../../server/external-services.ts';
import type { MoneyOperation } from '../../../core/settlement.service.ts';
import { renameResource } from '../../../core/webhook-event.store.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { ACCOUNT_GONE_ISSUES } from '../card.rules.ts';
import { deleteVaultToken, getVaultToken } from '../paypal/paypal.gateway.ts';
import { refusalText } from '../paypal/paypal-http.gateway.ts';
import type { PaypalOrder } from '../paypal-order.store.ts';
import {
  addVaultToken,
  endVaultToken,
  findLiveToken,
  findVaultToken,
  listIdleTokens,
  listTokensByDigest,
  listUndeletedTokens,
  reviveVaultToken,
  setAccountDeleted,
  setTokenDigest,
  type VaultToken,
  vaultTokens,
} from './vault.store.ts';

/** What ending an account needs: `db` is the caller's transaction. */
type VaultContext = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

const SEAL = 'paypal-account';
const accountsPerSweep = 500;

/** The keyed digest under which a token is found again; it says nothing without our secret. */
export async function digestOfToken(
  { secrets }: Pick<AppContext, 'secrets'>,
  db: Database,
  token: string,
): Promise<string> {
  const digests = secrets.digests(SEAL, token);
  const [known] = await listTokensByDigest(db, digests);
  return known?.digest ?? digests[0] ?? '';
}

/** The same for each of the secrets. */
const digestsOf = (context: Pick<AppContext, 'secrets'>, token: VaultToken) =>
  context.secrets.digests(SEAL, openToken(context, token));

export const SEALED_ACCOUNTS: SealedColumn = {
  name: 'PayPal accounts of payers',
  column: vaultTokens.sealed,
  key: [vaultTokens.id],
  sealOf: (id = '') => [SEAL, id],
  isKeyShown: true,
  async renewDerived(tx, secrets, { key: id, text: token }) {
    const [digest = '', ...earlier] = secrets.digests(SEAL, token);
    await setTokenDigest(tx, id, digest);
    for (const one of earlier) await renameResource(tx, 'paypal', { from: one, to: digest });
  },
};

/** PayPal's token, for the one call that needs it. */
export const openToken = ({ secrets }: Pick<AppContext, 'secrets'>, { id, sealed }: VaultToken) =>
  secrets.unseal(SEAL, id, sealed);

/**
 * Stores the account that PayPal stored with an order, encrypted and bound to its row. Returns whether all is
 * known that the plan needs: false means that PayPal has still to report it. An account that a plan no longer
 * needs is given back at once.
 */
export async function storeAccount(
  { secrets }: Pick<AppContext, 'secrets'>,
  { db, jobs, at }: MoneyOperation,
  { paymentId }: PaypalOrder,
  token: string | undefined,
): Promise<boolean> {
  const found = await findPayment(db, paymentId);
  if (!found) throw new Error('An order without a payment.');
  const { schedule } = found;
  if (!token) return (await findLiveToken(db, schedule.id)) !== undefined;
  const digest = secrets.digest(SEAL, token);
  // Another plan's row with the same token is another plan's: this one is charged with a row of its own.
  const known = await listTokensByDigest(db, secrets.digests(SEAL, token));
  if (known.some(({ scheduleId }) => scheduleId === schedule.id)) return true;
  const isNeeded = schedule.status !== 'cancelled' && schedule.status !== 'completed';
  const id = randomUUID();
  const row: VaultToken = {
    id,
    scheduleId: schedule.id,
    sealed: secrets.seal(SEAL, id, token),
    digest,
    addedAt: at,
    endedAt: isNeeded ? null : at,
    deletedAt: null,
  };
  // Another account of the same payer is kept already: this one is not needed.
  if (!(await addVaultToken(db, row))) await addVaultToken(db, { ...row, endedAt: at });
  const added = await findVaultToken(db, id);
  if (added?.endedAt) await jobs.send(db, 'card-forget-account', { id });
  return true;
}

/**
 * Ends the stored account of a plan: it is used no more, and PayPal is asked to delete it until it has. Does
 * nothing for a plan without one. In the caller's transaction.
 */
export async function endStoredAccount(
  { db, jobs, clock }: VaultContext,
  scheduleId: string,
  /** When PayPal is asked; at once without it. */
  after: { startAfter?: Date } = {},
): Promise<void> {
  const ended = await endVaultToken(db, scheduleId, clock.now());
  if (ended) await jobs.send(db, 'card-forget-account', { id: ended.id }, after);
}

/** Uses the account of a plan again that was ended since a time, where PayPal has not deleted it yet. */
export const reuseStoredAccount = (
  { db }: Pick<VaultContext, 'db'>,
  scheduleId: string,
  since: Date,
): Promise<void> => reviveVaultToken(db, scheduleId, since);

/** Whether a plan's later payments are charged by themselves. */
export const hasStoredAccount = async (db: Database, scheduleId: string): Promise<boolean> =>
  (await findLiveToken(db, scheduleId)) !== undefined;

/**
 * Asks PayPal to delete an ended account, once no plan of its payer uses it any more. Throws while PayPal does
 * not answer, so that the job tries again.
 */
export async function deleteStoredAccount(
  context: Pick<AppContext, 'db' | 'clock' | 'secrets'>,
  card: CardService,
  id: string,
): Promise<void> {
  const token = await findVaultToken(context.db, id);
  if (!token?.endedAt || token.deletedAt) return;
  const digests = digestsOf(context, token);
  if ((await listTokensByDigest(context.db, digests)).some(isLive)) return;
  const answer = await deleteVaultToken(card, openToken(context, token));
  const isGone =
    answer.kind === 'ok' ||
    (answer.kind === 'refused' && ACCOUNT_GONE_ISSUES.includes(answer.issue));
  if (!isGone) {
    const why = answer.kind === 'refused' ? refusalText(answer) : answer.why;
    throw new Error(`PayPal has not forgotten an account: ${why}`);
  }
  await inTransaction(context.db, (tx) => setAccountDeleted(tx, digests, context.clock.now()));
}

const isLive = ({ endedAt }: VaultToken) => endedAt === null;

/** Ends the accounts of finished plans, and asks PayPal again to delete those that are left. */
export async function endUnneededAccounts(
  context: Pick<AppContext, 'db' | 'jobs' | 'clock'>,
): Promise<void> {
  // One at a time, so that nothing is held while another is waited for.
  for (const { scheduleId } of await listIdleTokens(context.db, accountsPerSweep))
    await inTransaction(context.db, (tx) => endStoredAccount({ ...context, db: tx }, scheduleId));
  await inTransaction(context.db, async (tx) => {
    for (const { id } of await listUndeletedTokens(tx, accountsPerSweep))
      await context.jobs.send(tx, 'card-forget-account', { id });
  });
}

/**
 * Asks PayPal whether it still has a stored account, and ends it if not. Returns the result, or undefined while
 * PayPal does not answer.
 */
export async function syncStoredAccount(
  context: Pick<AppContext, 'db' | 'clock' | 'secrets'>,
  card: CardService,
  digest: string,
): Promise<string | undefined> {
  const [token] = await listTokensByDigest(context.db, [digest]);
  if (!token) return 'not ours';
  if (token.deletedAt) return 'known';
  const answer = await getVaultToken(card, openToken(context, token));
  if (answer.kind === 'unknown') return undefined;
  if (answer.kind === 'ok' || !ACCOUNT_GONE_ISSUES.includes(answer.issue)) return 'still kept';
  const digests = digestsOf(context, token);
  await inTransaction(context.db, (tx) => setAccountDeleted(tx, digests, context.clock.now()));
  return 'ended';
}
