import { useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { ConfirmClaimForm, RejectClaimForm } from './ClaimForms.tsx';
import type { PaymentRow } from './confirmation.contract.ts';
import { PaymentFacts } from './PaymentFacts.tsx';

/** A payment; where it is a claim that waits, with what decides it. */
export function ClaimDecision({ payment }: { payment: PaymentRow }) {
  const t = useWords();
  const [deciding, setDeciding] = useState<'confirm' | 'reject'>();
  const back = () => setDeciding(undefined);
  const waits = payment.status === 'claimed';
  return (
    <div className="grid gap-5">
      <PaymentFacts payment={payment} />
      {waits && payment.numberInReview ? (
        <Notice tone="danger">
          <p>
            {t('Another application has claimed the same number. Look at both before deciding.')}
          </p>
        </Notice>
      ) : null}
      {waits && deciding === 'confirm' ? (
        <ConfirmClaimForm claim={payment} onCancel={back} />
      ) : null}
      {waits && deciding === 'reject' ? <RejectClaimForm claim={payment} onCancel={back} /> : null}
      {waits && !deciding ? (
        <div className="actions">
          <Button variant="primary" onClick={() => setDeciding('confirm')}>
            {t('Confirm payment...')}
          </Button>
          <Button onClick={() => setDeciding('reject')}>{t('Reject...')}</Button>
        </div>
      ) : null}
    </div>
  );
}
