import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import type { Message } from '../core/message.contract.ts';
import { useDeletion } from './useDeletion.ts';
import { useMember } from '../core/useMember.ts';

/** Few messages are ever reported. */
const Report = lazyPart(
  async () => (await import('../reports/ReportDialog.tsx')).ReportDialog,
  'report',
);

interface MessageActionsProps {
  message: Message;
  /** Further actions, before those of every message. */
  children?: ReactNode;
}

/** The class of secondary actions. */
export const MINOR = 'hint plain px-2';

/** What a reader can do about a message. */
export function MessageActions({ message, children }: MessageActionsProps) {
  const t = useWords();
  const { user } = useMember();
  const { ask } = useDeletion(message.id);
  // Undefined until it was asked for.
  const [isReporting, setReporting] = useState<boolean>();
  const isReceived = message.recipientId === user.id;
  const report = () =>
    Report.load().then(
      () => setReporting(true),
      (error: unknown) => {
        console.warn(error);
        toast({
          title: t('The report form could not be opened'),
          description: t('Please check your connection and try again.'),
          variant: 'destructive',
        });
      },
    );
  return (
    <div className="-mx-2 flex flex-wrap">
      {children}
      {isReceived ? (
        <>
          <Button variant="quiet" className={MINOR} onClick={() => void report()}>
            {t('Report')}
          </Button>
          {isReporting === undefined ? null : (
            <Report.Component
              message={message}
              open={isReporting}
              onClose={() => setReporting(false)}
            />
          )}
        </>
      ) : null}
      <Button variant="quiet" className={MINOR} onClick={ask}>
        {t('Delete')}
      </Button>
    </div>
  );
}
