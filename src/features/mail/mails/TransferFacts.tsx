import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';

/** Where a transfer goes, how much, and the memo by which we find it. */
export function TransferFacts({
  method,
  amount,
  memo,
  destination,
}: Omit<MailProps['transfer-details'], 'name' | 'reference' | 'statusUrl'>) {
  const t = useWords();
  const labels: Record<string, string> = {
    email: t('Email'),
    phone: t('Phone'),
    bankName: t('Bank'),
    accountName: t('Account name'),
    accountNumber: t('Account number'),
    routingNumber: t('Routing number'),
  };
  return (
    <Facts
      facts={[
        [t('Paid by'), t(method)],
        [t('Amount'), amount],
        ...Object.entries(destination).map(
          ([key, value]) => [labels[key] ?? key, value] as [string, string],
        ),
        [t('Memo'), memo],
      ]}
    />
  );
}
