import { type ReactNode, useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import type { Message } from './message.contract.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { useDeletion } from './useDeletion.ts';
import { useMember } from './useMember.ts';

interface MessageDeedsProps {
  message: Message;
  /** Further deeds, before those of every message. */
  children?: ReactNode;
}

/** Of deeds that stand behind what was written and behind the answer to it. */
export const MINOR = 'hint plain px-2';

/** What a reader can do about a message. */
export function MessageDeeds({ message, children }: MessageDeedsProps) {
  const t = useWords();
  const { user } = useMember();
  const { ask } = useDeletion(message.id);
  const [isReporting, setReporting] = useState(false);
  const isReceived = message.recipientId === user.id;
  return (
    <div className="-mx-2 flex flex-wrap">
      {children}
      {isReceived ? (
        <>
          <Button variant="quiet" className={MINOR} onClick={() => setReporting(true)}>
            {t('Report')}
          </Button>
          <ReportDialog message={message} open={isReporting} onClose={() => setReporting(false)} />
        </>
      ) : null}
      <Button variant="quiet" className={MINOR} onClick={ask}>
        {t('Delete')}
      </Button>
    </div>
  );
}
