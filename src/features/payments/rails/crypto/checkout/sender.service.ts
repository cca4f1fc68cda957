import type { Commit } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { words } from '../../../../../shared/words.ts';
import { openChain } from '../chain/chain.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { requireChain } from '../chain/paying-chain.service.ts';
import { senderMessage } from '../crypto.rules.ts';
import { setQuote } from '../quotes/quote.store.ts';
import { reopenUnmatched } from '../settlement/matching.store.ts';
import type { Sender } from './crypto.contract.ts';
import { findOwnQuote, type VerificationContext } from './verification.service.ts';

type Answer = { message: string };

/**
 * Notes the address that pays a quote of this browser, after it has signed the quote's id; what it sent before is
 * matched again. Throws 404 without such a quote, 409 for another signature, and 503 when the signature of a contract
 * cannot be checked.
 */
export async function proveSender(
  context: VerificationContext,
  { quoteId, address, signature }: Sender,
  commit: Commit<Answer>,
): Promise<Answer> {
  const quote = await findOwnQuote(context, quoteId);
  if (!(await isSigned(context, { quoteId, address, signature })))
    throw new Fault(409, words('This signature does not belong to this wallet and price.'));
  return commit(async (tx) => {
    const at = context.clock.now();
    await setQuote(tx, quote.id, { sender: address, updatedAt: at });
    await reopenUnmatched(tx, { ...quote, sender: address }, at);
    return { message: words('We will recognise your payment.') };
  });
}

async function isSigned(
  context: VerificationContext,
  { quoteId, address, signature }: Sender,
): Promise<boolean> {
  try {
    const chain = await openChain(requireChain(context));
    return await chain.isSignedBy(address, senderMessage(quoteId), signature);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new Fault(503, words('The network could not be reached. Please try again in a moment.'));
  }
}
