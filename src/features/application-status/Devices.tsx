import { SendLink } from '../payments/payer/SendLink.tsx';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { useForgetting } from '../payments/payer/useForgetting.ts';
import type { MyApplications } from '../payments/payer/useMyApplications.ts';

import { Button } from '../../web/ui/Button.tsx';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';

/** A link for another device, a further application, and forgetting this browser. */
export function Devices({
  application,
  mine,
}: {
  application: MyApplication;
  mine: MyApplications;
}) {
  const t = useWords();
  const href = useHref();
  const forget = useForgetting(mine);
  const hasDraft = mine.applications.some(({ applicationStatus }) => applicationStatus === 'draft');
  return (
    <section className="grid gap-3" aria-labelledby="devices">
      <h2 id="devices" className="text-2xl">
        {t('This device and others')}
      </h2>
      <p>
        {t(
          'We can email you a link that opens this page on any device and shows your details again.',
        )}
      </p>
      <SendLink applicationId={application.id}>{t('Send me a link')}</SendLink>
      <div className="actions">
        {mine.applications.length > 1 ? (
          <Button href="#">{t('See all applications on this device')}</Button>
        ) : null}
        {hasDraft ? null : <Button href={href('/apply')}>{t('Start another application')}</Button>}
        <Button onClick={() => void forget()}>{t('Forget me on this device')}</Button>
      </div>
    </section>
  );
}
