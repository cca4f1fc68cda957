import { SendLink } from '../../payments/payer/SendLink.tsx';
import type { MyApplication } from '../../payments/payer/my-applications.contract.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';

/** Said where details are hidden: why, and how they are seen again. */
export function Unmask({ application }: { application: MyApplication }) {
  const t = useWords();
  return (
    <Notice>
      <p>
        {t(
          'For your safety we hide your details after an hour. The link that we mail to you shows them again.',
        )}
      </p>
      <SendLink applicationId={application.id}>{t('Send me a link')}</SendLink>
    </Notice>
  );
}
