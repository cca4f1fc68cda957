import { useState } from 'react';
import { useMay } from '../../../web/rights.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { ConfirmClaimForm, RejectClaimForm } from './ClaimForms.tsx';
import type { PaymentRow } from './confirmation.contract.ts';
import { isLateTransfer } from './claim.rules.ts';
import { LateTransfer } from './LateTransfer.tsx';
import { type NearLine, NearMatches } from './NearMatches.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { SettleNumberForm } from './SettleNumberForm.tsx';

/** A payment; where it is a claim that waits, or late money may still have come, with what decides it. */
export function ClaimDecision({ payment }: { payment: PaymentRow }) {
  const t = useWords();
  const [deciding, setDeciding] = useState<'confirm' | 'reject' | 'settle'>();
  const [line, setLine] = useState<NearLine>();
  const back = () => {
    setDeciding(undefined);
    setLine(undefined);
  };
  const mayConfirm = useMay()('payments:confirm');
  const waits = mayConfirm && payment.status === 'claimed';
  const forms = {
    confirm: <ConfirmClaimForm claim={payment} line={line} onCancel={back} />,
    settle: <SettleNumberForm claim={payment} onCancel={back} />,
    reject: <RejectClaimForm claim={payment} onCancel={back} />,
  };
  return (
    <div className="grid gap-5">
      <PaymentFacts payment={payment} />
      {mayConfirm && isLateTransfer(payment) ? <LateTransfer payment={payment} /> : null}
      {waits && deciding ? forms[deciding] : null}
      {waits && !deciding ? (
        <>
          <NearMatches
            claim={payment}
            onLine={(near) => {
              setLine(near);
              setDeciding('confirm');
            }}
          />
          <div className="actions">
            <Button variant="primary" onClick={() => setDeciding('confirm')}>
              {t('Confirm payment...')}
            </Button>
            {payment.sameNumber > 1 ? (
              <Button onClick={() => setDeciding('settle')}>{t('The number is theirs...')}</Button>
            ) : null}
            <Button onClick={() => setDeciding('reject')}>{t('Reject...')}</Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
