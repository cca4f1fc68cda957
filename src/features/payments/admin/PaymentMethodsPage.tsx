import { IfCan } from '../../../web/permissions.tsx';
import { PaymentsTab } from '../pricing/PaymentsTab.tsx';
import { ApprovalSum } from './approvals/ApprovalSum.tsx';
import { CryptoWarnings } from '../rails/crypto/status/CryptoWarnings.tsx';

/** How people can pay, and what is wrong with it. */
export function PaymentMethodsPage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <CryptoWarnings />
      <PaymentsTab />
      <IfCan permission="payments:configure">
        <ApprovalSum />
      </IfCan>
    </div>
  );
}
