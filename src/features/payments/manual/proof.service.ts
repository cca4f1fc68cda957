import type { Context } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { decimal } from '../../../shared/money.ts';
import { words } from '../../../shared/words.ts';
import { RECEIVED } from '../payment.rules.ts';
import { findPayment, type Payment } from '../payment.store.ts';
import { findByStatementLine, listClaims, lockClaimNumber } from './claim.store.ts';
import type { StatementLine } from './statement.store.ts';
import { findProof } from './statement-search.store.ts';
import { findRailOfLine, lockLine } from './statement-line.store.ts';

type Desk = Pick<Context<never>, 'db' | 'translate' | 'language'>;

/** What shows that money has come: words of the administrator's, or a line of an imported statement. */
export interface Proof {
  statementLine: string | null;
  line?: StatementLine;
}

const TAKEN = words('This statement line has already confirmed a payment of {reference}.');

/**
 * The proof that an administrator names. An imported line is locked, before any application is, so that two
 * confirmations with one line wait for each other. Throws 404 when there is no such line.
 */
export async function lockProof(
  { db }: Desk,
  given: { statementLine?: string | undefined; lineId?: string | undefined },
): Promise<Proof> {
  if (given.lineId === undefined) return { statementLine: given.statementLine ?? null };
  const line = await lockLine(db, given.lineId);
  if (!line) throw new Fault(404, words('This statement line does not exist any more.'));
  return { statementLine: nameOfLine(line), line };
}

/**
 * The name of a line in the ledger, unique by its digest. Its words, in which banks name people, stay in the
 * statement: what the ledger keeps is kept for ever.
 */
export const nameOfLine = ({ bookedOn, amountCents, digest }: StatementLine) =>
  [bookedOn, decimal(amountCents), digest.slice(0, 16)].join(' · ');

/**
 * One line of a statement proves one payment; a number that has proved one needs a line of its own to prove
 * another. Throws 409 otherwise.
 */
export async function demandFreshProof(desk: Desk, payment: Payment, proof: Proof): Promise<void> {
  const { db: tx, translate, language } = desk;
  const { rail, claimNumber } = payment;
  if (claimNumber) await lockClaimNumber(tx, rail, claimNumber);
  const claims = claimNumber ? await listClaims(tx, rail, claimNumber) : [];
  const twin = claims.find(
    (other) => other.payment.id !== payment.id && RECEIVED.includes(other.payment.status),
  );
  if (twin && !proof.statementLine) {
    const message = words(
      'This number has already confirmed a payment of {reference}. Enter the statement line that proves a second transfer.',
    );
    throw new Fault(409, translate(message, language, { reference: twin.application.reference }));
  }
  if (!proof.statementLine) return;
  if (proof.line) await demandFreshLine(desk, payment, proof.line);
  await lockClaimNumber(tx, rail, `line ${proof.statementLine}`);
  const used = await findByStatementLine(tx, rail, proof.statementLine);
  if (used)
    throw new Fault(409, translate(TAKEN, language, { reference: used.application.reference }));
}

/** The same line may have come in with two statements, also of two rails. */
async function demandFreshLine(
  { db, translate, language }: Desk,
  payment: Payment,
  line: StatementLine,
): Promise<void> {
  if ((await findRailOfLine(db, line.id)) !== payment.rail)
    throw new Fault(409, words('This line stands on the statement of another account.'));
  await lockClaimNumber(db, 'bank', `digest ${line.digest}`);
  const proof = line.paymentId ? line : await findProof(db, line.digest);
  const used = proof?.paymentId ? await findPayment(db, proof.paymentId) : undefined;
  if (used)
    throw new Fault(409, translate(TAKEN, language, { reference: used.application.reference }));
}
