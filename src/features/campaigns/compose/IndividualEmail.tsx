import { useRef } from 'react';
import { useWords } from '../../../web/words.tsx';
import { TabSection } from '../../mail/TabSection.tsx';
import { DraftList, focusSubject } from './DraftList.tsx';
import { LetterForm } from './LetterForm.tsx';
import { useMailDraft } from './useMailDraft.ts';

/** A mail to one person (specification §2). */
export function IndividualEmail() {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  const editor = useMailDraft('individual');
  return (
    <TabSection title={t('Individual email')}>
      <DraftList kind="individual" editor={editor} onMoved={() => focusSubject(form)} />
      <LetterForm editor={editor} ref={form} />
    </TabSection>
  );
}
