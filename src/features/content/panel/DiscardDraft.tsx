import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PageText } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';

interface DiscardDraftProps {
  texts: readonly PageText[];
  editing: Editing;
}

/** Throws away what is not published yet; its message can bring it back. */
export function DiscardDraft({ texts, editing }: DiscardDraftProps) {
  const t = useWords();
  const { writing, onChanged } = editing;
  const discard = useAction(
    async (all: readonly PageText[]) => {
      const before = all.map(writing.written);
      await writing.withoutSaving(all, async () => {
        for (const text of all) await writing.drop(text);
        await onChanged();
        for (const { text, value, version } of before) writing.end(text, value, version);
      });
      return before;
    },
    {
      failed: t('Update Failed'),
      fallback: words('Failed to update content.'),
      onDone: (before) => {
        const bringBack = () => {
          for (const { text, value } of before) writing.write({ ...text, draft: undefined }, value);
        };
        toast({ title: t('Draft discarded'), action: { label: t('Undo'), press: bringBack } });
      },
    },
  );
  return (
    <Button pending={discard.isPending} onClick={() => void discard.run(texts)}>
      {t('Discard draft')}
    </Button>
  );
}
