import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PageText } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { writtenValue } from '../editing/text-state.rules.ts';

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
      const before = all.map((text) => ({
        text,
        value: writing.of(text)?.value ?? writtenValue(text),
      }));
      for (const text of all) await writing.discard(text);
      return before;
    },
    {
      failed: t('Update Failed'),
      fallback: words('Failed to update content.'),
      onDone: async (before) => {
        await onChanged();
        for (const { text } of before) writing.forget(text);
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
