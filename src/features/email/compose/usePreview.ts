import { useState } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { LANGUAGES } from '../../../shared/language.ts';
import { previewEmail } from '../mailing/letter.contract.ts';
import type { Letter } from './useMailDraft.ts';
import { useLetterToasts } from './useLetterToasts.ts';

/** Whether the preview of a letter is open. One that lacks its words cannot be drawn, which is said instead. */
export function usePreview({ subject, message }: Letter) {
  const [isOpen, setOpen] = useState(false);
  const { refuse, refuseFirst } = useLetterToasts();
  return {
    isOpen,
    close: () => setOpen(false),
    open() {
      const body = { subject, message, language: LANGUAGES[0] };
      const problems = previewEmail.body ? Object.values(errorsOf(previewEmail.body, body)) : [];
      const [first] = problems;
      if (first === undefined) setOpen(true);
      else if (!refuseFirst(problems)) refuse('Missing Information', first);
    },
  };
}
