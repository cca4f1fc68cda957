import { useState } from 'react';
import type { FilledForm } from '../../shared/page.ts';
import { useContent } from '../../web/content.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { PARTNER } from '../content/texts/partner.rules.ts';
import { PartnerForm } from './PartnerForm.tsx';

interface PartnerDialogProps {
  open: boolean;
  onClose: () => void;
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
}

/** Propose a partnership. Closed and opened again it keeps the words; once sent it is empty. */
export function PartnerDialog({ open, onClose, filled }: PartnerDialogProps) {
  const t = useWords();
  const say = useContent();
  const [sent, setSent] = useState(0);
  const intro = say(PARTNER.intro);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Partnership Application')}
      size="4xl"
      keepsInput
    >
      {intro ? <p>{intro}</p> : null}
      <PartnerForm
        key={sent}
        filled={sent === 0 ? filled : undefined}
        onClose={onClose}
        onSent={() => setSent(sent + 1)}
      />
    </Dialog>
  );
}
