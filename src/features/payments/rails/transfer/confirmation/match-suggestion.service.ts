import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { decimal } from '../../../../../shared/money.ts';
import { days } from '../../../../../shared/time.ts';
import { words } from '../../../../../shared/words.ts';
import { dayOf, memoOf } from '../../../core/payment.rules.ts';
import { findPayment, type JoinedPayment } from '../../../core/payment.store.ts';
import { listClaimsByKey } from '../claim.store.ts';
import { isTransferRail, type TransferRail } from '../transfer.rules.ts';
import {
  lookupKey,
  maxSuggestions,
  scoreMatch,
  minKeyLength,
  swapVariants,
  searchWindowDays,
  wordsOf,
} from '../statements/match.rules.ts';

import { listCandidateLines } from '../statements/statement-matching.store.ts';

/** The most candidates of a kind: an administrator compares no more than a day's lines of one amount. */
const maxCandidates = 50;
const maxClaims = 10;

/** Suggestions for a waiting claim: statement lines and other claims, the best match first. */
export async function suggestMatches(db: Database, id: string) {
  const found = await findPayment(db, id);
  const rail = found?.payment.rail;
  if (!found || !rail || !isTransferRail(rail))
    throw new Fault(404, words('This payment does not exist.'));
  return { lines: await suggestLines(db, rail, found), claims: await similarClaims(db, found) };
}

async function suggestLines(
  db: Database,
  rail: TransferRail,
  { payment, application, instalment }: JoinedPayment,
) {
  const number = payment.claimNumber ?? '';
  // Every step of a payment is a change of it: a claim was made when it was last changed.
  const claimedAt = payment.updatedAt;
  const around = (byDays: number) => dayOf(new Date(claimedAt.getTime() + days(byDays)));
  const names = wordsOf(`${application.firstName} ${application.lastName}`).map(lookupKey);
  const memo = memoOf(application.reference, instalment.number);
  const candidates = await listCandidateLines(db, {
    rail,
    amountCents: payment.amountCents,
    fromDay: around(-searchWindowDays),
    toDay: around(searchWindowDays),
    keys: [
      ...swapVariants(lookupKey(number)),
      lookupKey(application.reference),
      lookupKey(memo),
      ...names,
    ].filter((key) => key.length >= minKeyLength),
    limit: maxCandidates,
  });
  const claimToMatch = {
    number,
    reference: application.reference,
    amountCents: payment.amountCents,
    firstName: application.firstName,
    lastName: application.lastName,
    claimedAt,
  };
  // The same line may have come in with two statements.
  const once = new Map(candidates.map((one) => [one.line.digest, one]));
  return [...once.values()]
    .flatMap(({ line, fileName }) => {
      const match = scoreMatch(claimToMatch, line);
      return match ? [{ line, fileName, ...match }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.line.bookedOn < b.line.bookedOn ? 1 : -1))
    .slice(0, maxSuggestions)
    .map(({ line, fileName, reasons }) => ({
      id: line.id,
      bookedOn: line.bookedOn,
      amount: decimal(line.amountCents),
      text: line.text,
      fileName,
      reasons,
    }));
}

async function similarClaims(db: Database, { payment, application }: JoinedPayment) {
  const number = payment.claimNumber;
  if (!number || lookupKey(number).length < minKeyLength) return [];
  const claims = await listClaimsByKey(db, payment.rail, swapVariants(lookupKey(number)));
  return claims
    .filter((other) => other.application.id !== application.id)
    .map((other) => ({
      id: other.payment.id,
      applicationId: other.application.id,
      reference: other.application.reference,
      name: `${other.application.firstName} ${other.application.lastName}`,
      number: other.payment.claimNumber ?? '',
      amount: decimal(other.payment.amountCents),
      status: other.payment.status,
      isSame: other.payment.claimNumber === number,
      createdAt: other.payment.createdAt,
    }))
    .sort((a, b) => Number(b.isSame) - Number(a.isSame))
    .slice(0, maxClaims);
}
