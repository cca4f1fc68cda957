import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { ClaimDecision } from './ClaimDecision.tsx';
import type { PaymentRow } from './confirmation.contract.ts';

interface ClaimDialogProps {
  openedId: string | undefined;
  claims: readonly PaymentRow[];
  onClose: () => void;
  /** The claim was decided: the line that opened the dialog has gone with it. */
  onGone: () => void;
}

/** One claim with what decides it, over the list that it stands in. */
export function ClaimDialog({ openedId, claims, onClose, onGone }: ClaimDialogProps) {
  const opened = claims.find((claim) => claim.id === openedId);
  const isDecided = openedId !== undefined && !opened;
  const tellGone = useEffectEvent(onGone);
  useEffect(() => {
    if (isDecided) tellGone();
  }, [isDecided]);
  return (
    <Dialog
      open={opened !== undefined}
      onClose={onClose}
      size="3xl"
      title={opened ? `${opened.reference} · ${opened.name}` : ''}
    >
      {opened ? <ClaimDecision key={opened.id} payment={opened} /> : null}
    </Dialog>
  );
}
