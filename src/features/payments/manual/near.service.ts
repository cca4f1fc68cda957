import type { Database } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { decimal } from '../../../shared/money.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { dayOf } from '../payment.rules.ts';
import { findPayment, type JoinedPayment } from '../payment.store.ts';
import { listClaimsByKey } from './claim.store.ts';
import { type ManualRail, MANUAL_RAILS, memoOf } from './claim.rules.ts';
import { keyOf, shortestKey } from './match.rules.ts';
import { mostOffers, nearnessOf, variantsOf, windowDays, wordsOf } from './near.rules.ts';
import { listCandidates } from './statement-search.store.ts';

/** Read for one offer of each kind: more than a day's lines of one amount are compared by nobody. */
const mostCandidates = 50;
const mostClaims = 10;

/** What may help to decide a claim that waits: lines of statements and other claims, the nearest first. */
export async function nearMatches(db: Database, id: string) {
  const found = await findPayment(db, id);
  if (!found || !MANUAL_RAILS.includes(found.payment.rail as ManualRail))
    throw new Fault(404, words('This payment does not exist.'));
  return { lines: await nearLines(db, found), claims: await nearClaims(db, found) };
}

async function nearLines(db: Database, { payment, application, instalment }: JoinedPayment) {
  const number = payment.claimNumber ?? '';
  // Every step of a payment is a change of it: a claim was made when it was last changed.
  const claimedAt = payment.updatedAt;
  const around = (byDays: number) => dayOf(new Date(claimedAt.getTime() + days(byDays)));
  const names = wordsOf(`${application.firstName} ${application.lastName}`).map(keyOf);
  const memo = memoOf(application.reference, instalment.number);
  const candidates = await listCandidates(db, {
    rail: payment.rail as ManualRail,
    amountCents: payment.amountCents,
    fromDay: around(-windowDays),
    toDay: around(windowDays),
    keys: [
      ...variantsOf(keyOf(number)),
      keyOf(application.reference),
      keyOf(memo),
      ...names,
    ].filter((key) => key.length >= shortestKey),
    limit: mostCandidates,
  });
  const sought = {
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
      const nearness = nearnessOf(sought, line);
      return nearness ? [{ line, fileName, ...nearness }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.line.bookedOn < b.line.bookedOn ? 1 : -1))
    .slice(0, mostOffers)
    .map(({ line, fileName, reasons }) => ({
      id: line.id,
      bookedOn: line.bookedOn,
      amount: decimal(line.amountCents),
      text: line.text,
      fileName,
      reasons,
    }));
}

async function nearClaims(db: Database, { payment, application }: JoinedPayment) {
  const number = payment.claimNumber;
  if (!number || keyOf(number).length < shortestKey) return [];
  const claims = await listClaimsByKey(db, payment.rail, variantsOf(keyOf(number)));
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
    .slice(0, mostClaims);
}
