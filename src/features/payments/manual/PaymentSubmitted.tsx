import { useEffect, useRef } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';

/** A claim that was taken. */
export interface Submitted {
  message: string;
  reference: string;
}

/** What comes next, once the number is with us. */
export function PaymentSubmitted({
  submitted,
  onClose,
}: {
  submitted: Submitted;
  onClose: () => void;
}) {
  const t = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone with its form.
  useEffect(() => title.current?.focus(), []);
  const message = t(submitted.message);
  return (
    <>
      <Notice tone="leaf">
        <h3 ref={title} tabIndex={-1}>
          {t('Payment submitted successfully! {message}', { message })}
        </h3>
        {message.includes(submitted.reference) ? null : (
          <p>{t('Your reference is {reference}.', { reference: submitted.reference })}</p>
        )}
      </Notice>
      <ol className="grid list-decimal gap-2 ps-6">
        <li>
          {t('A person compares your number with our account, usually within two business days.')}
        </li>
        <li>
          {t('You get a mail when the payment is confirmed, or when something does not fit.')}
        </li>
        <li>{t('Then the kit is sent.')}</li>
      </ol>
      <div className="actions">
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </>
  );
}
