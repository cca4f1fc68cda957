import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecentPassword } from '../../../recentPassword.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useWords } from '../../../words.tsx';
import { LetterForm } from '../../../../features/campaigns/compose/LetterForm.tsx';
import { useMailDraft } from '../../../../features/campaigns/compose/useMailDraft.ts';

/** A mail to this person, in the same draft that the Email tab shows. */
export function WriteToPerson({ addresses }: { addresses: readonly [string, ...string[]] }) {
  const t = useWords();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const editor = useMailDraft('individual');
  const { draft, write, drafts, key } = editor;
  const withRecentPassword = useRecentPassword();
  const isBlank = !draft.subject.trim() && !draft.message.trim();

  async function open() {
    if (!addresses.includes(draft.recipient)) {
      // One that is being written to someone else stays among the saved drafts.
      if (!isBlank && !(await drafts.setAside(key, withRecentPassword))) {
        toast({
          title: t('Your open draft was not saved'),
          description: t('It is under Email, Individual email.'),
          variant: 'destructive',
        });
        return;
      }
      write({ recipient: addresses[0] });
    }
    setOpen(true);
  }

  function close() {
    setOpen(false);
    if (isBlank) void drafts.discardOpen(key).catch(() => undefined);
  }

  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => void open()}>
        {t('Write email')}
      </Button>
      <Dialog open={isOpen} onClose={close} title={t('Write email')} size="3xl" keepsInput>
        <LetterForm
          editor={editor}
          addresses={addresses}
          onSent={() => {
            setOpen(false);
            void client.invalidateQueries();
          }}
        />
      </Dialog>
    </>
  );
}
