import { useAddress } from '../../web/address.ts';
import { IfCan } from '../../web/permissions.tsx';
import { BulkEmail } from './compose/BulkEmail.tsx';
import { MailLimits } from './batches/MailLimits.tsx';
import { BatchList } from './batches/BatchList.tsx';
import { BatchView } from './batches/BatchView.tsx';

/** Writes a bulk mail, lists those so far, and shows the one that the address names (`?batch=<id>`). */
export function BulkEmailPanel() {
  const batch = useAddress().query.get('batch');
  if (batch) return <BatchView key={batch} id={batch} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <IfCan permission="mail:send">
        <BulkEmail />
      </IfCan>
      <BatchList />
      <MailLimits />
    </div>
  );
}
