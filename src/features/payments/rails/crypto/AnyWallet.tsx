import { parseUnits } from 'viem';
import { toast } from '../../../../web/ui/toasts.ts';
import { useWords } from '../../../../web/words.tsx';
import { Copyable } from '../../payer/Copyable.tsx';
import { DECIMALS } from './crypto.rules.ts';
import { QrCode } from '../../../../web/ui/QrCode.tsx';
import type { TokenQuote } from './useQuote.ts';
import { type CryptoEnvironment, paymentUri } from './wallet.rules.ts';

interface AnyWalletProps {
  quote: TokenQuote;
  environment: CryptoEnvironment;
  /** At first: nobody without a wallet at hand has to look for it. */
  isOpen: boolean;
}

/** The payment for a wallet that this page cannot reach: its amount alone tells us whose it is. */
export function AnyWallet({ quote, environment, isOpen }: AnyWalletProps) {
  const t = useWords();
  const { token, amount, address } = quote;
  const uri = paymentUri({
    ...environment,
    token,
    address,
    units: parseUnits(amount, DECIMALS[token]),
  });
  return (
    <details open={isOpen} className="edged border-rule px-4 py-2">
      <summary className="bold min-h-11 content-center">{t('Send from any wallet')}</summary>
      <div className="grid grid-cols-1 gap-4 py-2">
        <p>
          {t(
            'Send exactly this amount in one payment on Ethereum Mainnet: we know your payment by its last digits. Fees of an exchange must not be taken off it.',
          )}
        </p>
        <Copyable
          label={t('Exact amount in {token}', { token })}
          value={`${amount} ${token}`}
          copied={amount}
        />
        <Copyable
          label={t('Address')}
          value={address}
          onCopied={() =>
            toast({
              title: t('Address Copied'),
              description: t('Compare the first and last characters after pasting it.'),
            })
          }
        />
        <QrCode text={uri} label={t('QR code of the address and the amount')} />
        <p className="hint">
          {t(
            'This page notices by itself when your payment is on the network. You need not tell us.',
          )}
        </p>
      </div>
    </details>
  );
}
