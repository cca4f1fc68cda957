import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, newKey, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import type { MyApplication } from '../checkout.contract.ts';
import type { Due } from '../checkout.rules.ts';
import type { ManualRail } from './claim.rules.ts';
import { sendTransferDetails } from './transfer.contract.ts';

interface SendDetailsProps {
  rail: ManualRail;
  application: MyApplication;
  due: Due;
}

/** For who pays later or on another device: the same details by mail, and a reminder. */
export function SendDetails({ rail, application, due }: SendDetailsProps) {
  const t = useWords();
  // Pressed again it is the same deed.
  const [key] = useState(newKey);
  const send = useMutation({
    mutationFn: () =>
      call(sendTransferDetails, {
        body: {
          applicationId: application.id,
          paymentMethod: rail,
          plan: application.paymentPlan,
          instalment: due.number,
        },
        key,
      }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button pending={send.isPending} pendingLabel={t('Sending...')} onClick={() => send.mutate()}>
        {t('Send me these details by email')}
      </Button>
      <p role="status" className={send.data ? 'bold text-success' : 'hint'}>
        {send.data
          ? t(send.data.message)
          : t('You can pay later: we remind you after three and seven days.')}
      </p>
      <div role="alert">
        {send.error ? (
          <p className="text-danger">
            {t(
              sentenceOf(
                send.error,
                words('The details could not be sent. Please copy them, or try again.'),
              ),
            )}
          </p>
        ) : null}
      </div>
    </div>
  );
}
