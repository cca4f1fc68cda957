import { useState } from 'react';
import type { FilledForm } from '../../shared/page.ts';
import { useContent } from '../../web/content.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { VOLUNTEER } from '../content/texts/volunteer.rules.ts';
import { VolunteerForm } from './VolunteerForm.tsx';

interface VolunteerDialogProps {
  open: boolean;
  onClose: () => void;
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
}

/** Apply to volunteer. Closed and opened again it keeps the words; once sent it is empty. */
export function VolunteerDialog({ open, onClose, filled }: VolunteerDialogProps) {
  const t = useWords();
  const say = useContent();
  const [sent, setSent] = useState(0);
  const intro = say(VOLUNTEER.intro);
  return (
    <Dialog open={open} onClose={onClose} title={t('Volunteer Application')} size="3xl" keepsInput>
      {intro ? <p>{intro}</p> : null}
      <VolunteerForm
        key={sent}
        filled={sent === 0 ? filled : undefined}
        onClose={onClose}
        onSent={() => setSent(sent + 1)}
      />
    </Dialog>
  );
}
