import { useRef, useState } from 'react';
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

const FAILED = words('The details could not be sent. Please copy them, or try again.');

/** For who pays later or on another device: the same details by mail, and a reminder. */
export function SendDetails({ rail, application, due }: SendDetailsProps) {
  const t = useWords();
  // Pressed again it is the same deed.
  const key = useRef(newKey());
  const [state, setState] = useState<{ isPending?: true; sent?: string; failure?: string }>({});

  async function send() {
    const body = {
      applicationId: application.id,
      paymentMethod: rail,
      plan: application.paymentPlan,
      instalment: due.number,
    };
    setState({ isPending: true });
    try {
      setState({ sent: (await call(sendTransferDetails, { body, key: key.current })).message });
    } catch (error) {
      setState({ failure: sentenceOf(error, FAILED) });
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button
        pending={state.isPending ?? false}
        pendingLabel={t('Sending...')}
        onClick={() => void send()}
      >
        {t('Send me these details by email')}
      </Button>
      <p role="status" className={state.sent ? 'bold text-success' : 'hint'}>
        {state.sent
          ? t(state.sent)
          : t('You can pay later: we remind you after three and seven days.')}
      </p>
      {state.failure ? (
        <p role="alert" className="text-danger">
          {t(state.failure)}
        </p>
      ) : null}
    </div>
  );
}
