import { useRef, useState } from 'react';
import { type Hash, parseAbi, parseUnits } from 'viem';
import { getBalance, readContract, waitForTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import { getConnectorClient, sendTransaction, signMessage, writeContract } from 'wagmi/actions';
import { words } from '../../../../../shared/words.ts';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useWords } from '../../../../../web/words.tsx';
import { call } from '../../../../../web/api.ts';
import { signSender } from './crypto.contract.ts';
import { DECIMALS, senderMessage } from '../crypto.rules.ts';
import type { TokenQuote } from './useQuote.ts';
import { type CryptoEnvironment, walletSentence } from './wallet.rules.ts';

/** USDT's transfer returns nothing, unlike the standard's (payments.md §3). */
const USDT = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
]);

const INSUFFICIENT_BALANCE = words(
  'Your account does not hold enough for this amount. Please choose another account or currency.',
);
const FAILED = { ETH: words('ETH transaction failed.'), USDT: words('USDT transaction failed.') };

/** A transaction was replaced by another, cancelled by its payer, or reverted by the network. */
export type TransactionEvent = { hash: Hash } | 'cancelled' | 'reverted';

/** A transaction that the wallet has sent. */
export interface SentTransaction {
  hash: Hash;
  quote: TokenQuote;
  /** Returns how to stop. */
  follow(onEvent: (event: TransactionEvent) => void): () => void;
}

/** Pays a quote with the connected wallet. When the payer declines or the wallet fails, nothing is lost. */
export function useTransaction(
  config: Config,
  environment: CryptoEnvironment,
  onSent: (sent: SentTransaction) => void,
) {
  const t = useWords();
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Two quick clicks come before the button is disabled.
  const isBusy = useRef(false);
  /** Ids of the quotes that the payer has signed: a second try asks for no second signature. */
  const signed = useRef(new Set<string>());

  async function pay(quote: TokenQuote | undefined) {
    if (!quote) {
      toast({
        title: t('Payment Error'),
        description: t('Invalid crypto selection'),
        variant: 'destructive',
      });
      return;
    }
    if (isBusy.current) return;
    isBusy.current = true;
    setPaying(true);
    setProblem(undefined);
    try {
      if (!signed.current.has(quote.id) && (await sign(config, quote)))
        signed.current.add(quote.id);
      const hash = await send(config, environment, quote);
      onSent({ hash, quote, follow: (onEvent) => follow(config, hash, onEvent) });
    } catch (error) {
      console.warn(error);
      const reason =
        error instanceof InsufficientBalance ? INSUFFICIENT_BALANCE : walletSentence(error);
      setProblem(reason);
      toast({
        title: t('Payment Failed'),
        description: `${t(FAILED[quote.token])} ${t(reason)}`,
        variant: 'destructive',
      });
    }
    isBusy.current = false;
    setPaying(false);
  }

  return { isPaying, problem, pay };
}

/**
 * Asks the wallet to sign the quote, so that its money is recognised whatever the amount. Nobody has to: the exact
 * amount is recognised without. Answers whether it was signed.
 */
async function sign(config: Config, { id: quoteId }: TokenQuote): Promise<boolean> {
  try {
    const { address } = (await getConnectorClient(config)).account;
    const signature = await signMessage(config, { message: senderMessage(quoteId) });
    await call(signSender, { body: { quoteId, address, signature } });
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}

class InsufficientBalance extends Error {}

/** Asks the wallet to send; throws what it throws, and InsufficientBalance. */
async function send(
  config: Config,
  { chainId, usdtAddress }: CryptoEnvironment,
  quote: TokenQuote,
): Promise<Hash> {
  const to = quote.address as Hash;
  const contract = { address: usdtAddress as Hash, abi: USDT };
  const units = parseUnits(quote.amount, DECIMALS[quote.token]);
  const balance = await balanceIn(config, quote.token === 'USDT' ? contract : undefined);
  if (balance !== undefined && balance < units) throw new InsufficientBalance();
  return quote.token === 'ETH'
    ? sendTransaction(config, { to, value: units, chainId })
    : writeContract(config, { ...contract, functionName: 'transfer', args: [to, units], chainId });
}

/** The account's balance by the wallet's node, if it says so; the wallet itself decides. */
async function balanceIn(
  config: Config,
  contract: { address: Hash; abi: typeof USDT } | undefined,
): Promise<bigint | undefined> {
  const client = await getConnectorClient(config);
  const { address } = client.account;
  try {
    return contract
      ? await readContract(client, { ...contract, functionName: 'balanceOf', args: [address] })
      : await getBalance(client, { address });
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

/** Waits at the wallet's node for the outcome of a transaction; the server finds it independently. */
function follow(
  config: Config,
  hash: Hash,
  onEvent: (event: TransactionEvent) => void,
): () => void {
  let isOver = false;
  const emit = (event: TransactionEvent) => {
    if (!isOver) onEvent(event);
  };
  async function wait() {
    const client = await getConnectorClient(config);
    const { status } = await waitForTransactionReceipt(client, {
      hash,
      timeout: 0,
      onReplaced: ({ reason, transaction }) =>
        emit(reason === 'cancelled' ? 'cancelled' : { hash: transaction.hash }),
    });
    if (status === 'reverted') emit('reverted');
  }
  wait().catch(console.warn);
  return () => {
    isOver = true;
  };
}
