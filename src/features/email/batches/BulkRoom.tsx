import { useAddress } from '../../../web/address.ts';
import { IfMay } from '../../../web/rights.tsx';
import { BulkEmail } from '../compose/BulkEmail.tsx';
import { MailLimits } from '../limits/MailLimits.tsx';
import { BatchList } from './BatchList.tsx';
import { BatchView } from './BatchView.tsx';

/** Writes a bulk mail, lists those so far, and shows the one that the address names (`?batch=<id>`). */
export function BulkRoom() {
  const batch = useAddress().query.get('batch');
  if (batch) return <BatchView key={batch} id={batch} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <IfMay may="mail:send">
        <BulkEmail />
      </IfMay>
      <BatchList />
      <MailLimits />
    </div>
  );
}
