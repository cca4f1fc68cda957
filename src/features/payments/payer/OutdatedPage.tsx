import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** The page may not load what this way to pay needs, for it was opened before. */
export function OutdatedPage() {
  const t = useWords();
  return (
    <Notice role="alert">
      <p>
        {t(
          'This page is out of date. Please reload it to use this payment method. Your application is saved.',
        )}
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('Reload the page')}
      </Button>
    </Notice>
  );
}

/**
 * Whether the page was kept from reaching one of these addresses by its own policy: it was opened before
 * this way to pay was, and only loading it again helps.
 */
export function useBlocked(addresses: readonly (string | null | undefined)[]): boolean {
  const [isBlocked, setBlocked] = useState(false);
  const hear = useEffectEvent(({ blockedURI }: SecurityPolicyViolationEvent) => {
    // What extensions of the browser and PayPal's own extras are kept from is none of ours.
    if (addresses.some((address) => address && blockedURI.startsWith(new URL(address).origin)))
      setBlocked(true);
  });
  // From the first render: the first request may be refused before an effect listens.
  useLayoutEffect(() => {
    const listen = (event: SecurityPolicyViolationEvent) => hear(event);
    document.addEventListener('securitypolicyviolation', listen);
    return () => document.removeEventListener('securitypolicyviolation', listen);
  }, []);
  return isBlocked;
}
