import { SendLink } from '../../../features/payments/SendLink.tsx';
import type { MyApplication } from '../../../features/payments/checkout.contract.ts';
import type { MyApplications } from '../../../features/payments/useMyApplications.ts';
import { useForgetting } from '../../../features/payments/useForgetting.ts';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

/** Going on elsewhere, applying for somebody else, and being forgotten here. */
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
          'We can mail you a link that opens this page on any device, and shows your details again.',
        )}
      </p>
      <SendLink applicationId={application.id}>{t('Send me a link')}</SendLink>
      <div className="actions">
        {mine.applications.length > 1 ? (
          <Button href="#">{t('See all applications of this device')}</Button>
        ) : null}
        {hasDraft ? null : <Button href={href('/apply')}>{t('Start another application')}</Button>}
        <Button variant="quiet" onClick={() => void forget()}>
          {t('Forget me on this device')}
        </Button>
      </div>
    </section>
  );
}
