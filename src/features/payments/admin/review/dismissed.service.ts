import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import type { DismissedKind } from '../../core/correction.contract.ts';
import { reopenLine } from '../../rails/card/report/line-decision.service.ts';
import { listDecidedLines } from '../../rails/card/report/paypal-line.store.ts';
import { amountOf } from '../../rails/crypto/quotes/quote.rules.ts';
import { reopenTransfer } from '../../rails/crypto/review/transfer-decision.service.ts';
import { listDismissedTransfers } from '../../rails/crypto/settlement/on-chain-transfer.store.ts';
import { reopenDifference } from '../../rails/crypto/treasury/treasury.service.ts';
import { listDismissedDifferences } from '../../rails/crypto/treasury/treasury.store.ts';

const mostShown = 10;

/** What was dismissed last, newest first. */
export async function listDismissedItems(db: Database) {
  const lines = await listDecidedLines(db, mostShown);
  const transfers = await listDismissedTransfers(db, mostShown);
  const differences = await listDismissedDifferences(db, mostShown);
  const found = [
    ...lines.map(({ id, amountCents, currency, transactionId, at }) => ({
      kind: 'paypal' as const,
      id: String(id),
      amount: `${decimal(amountCents)} ${currency}`,
      note: transactionId,
      at,
    })),
    ...transfers.map(({ id, units, token, decision, updatedAt }) => ({
      kind: 'chain' as const,
      id,
      amount: `${amountOf(units, token)} ${token}`,
      note: decision,
      at: updatedAt,
    })),
    ...differences.map(({ id, units, token, decision, updatedAt }) => ({
      kind: 'treasury' as const,
      id,
      amount: `${amountOf(units, token)} ${token}`,
      note: decision,
      at: updatedAt,
    })),
  ];
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, mostShown);
}

type ReopenContext = Pick<RequestContext<never>, 'db' | 'clock'> & { actorId: string };

/** Undoes a dismissal. Throws 404 and 409. */
export async function reopen(
  context: ReopenContext,
  { kind, id }: { kind: DismissedKind; id: string },
): Promise<void> {
  const isNumber = /^\d+$/.test(id);
  if (isNumber !== (kind === 'paypal'))
    throw new Fault(404, words('This is no longer in the list.'));
  if (kind === 'paypal') await reopenLine(context, Number(id));
  else if (kind === 'chain') await reopenTransfer(context, id);
  else await reopenDifference(context, id);
}
