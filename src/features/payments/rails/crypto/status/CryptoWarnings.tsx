import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../../../../web/address.ts';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import { read } from '../../../../../web/queries.ts';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { CHAIN_REVIEW_PATH } from '../crypto.rules.ts';
import { PRICE_REFUSALS } from '../quotes/price.rules.ts';
import { readCryptoStatus } from './crypto-status.contract.ts';

/** What keeps crypto payments from being quoted or booked by themselves; nothing while all is well. */
export function CryptoWarnings() {
  const t = useWords();
  const status = useQuery(read(readCryptoStatus));
  const { refusals = [], hasSingleNode, maxPriceDifferencePercent } = status.data ?? {};
  return (
    <>
      <LoadError query={status} fallback={t('Crypto payments could not be checked.')} />
      {refusals.length > 0 ? (
        <Notice tone="danger">
          <strong>{t('Some crypto payments cannot be quoted right now')}</strong>
          {refusals.map(({ token, reason }) => (
            <p key={token}>
              {token}: {t(PRICE_REFUSALS[reason], { percent: maxPriceDifferencePercent ?? 0 })}
            </p>
          ))}
        </Notice>
      ) : null}
      {hasSingleNode ? (
        <Notice>
          <strong>{t('Each crypto payment needs your confirmation')}</strong>
          <p>
            {t(
              'Only one network node is set up, so nothing checks what it reports. Add a second one from another provider to ETH_RPC_URLS.',
            )}{' '}
            <a {...linkTo(CHAIN_REVIEW_PATH)}>{t('See what needs confirmation')}</a>
          </p>
        </Notice>
      ) : null}
    </>
  );
}
