import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { listMailDrafts } from '../drafts/draft.contract.ts';

/** Throws a draft away after a yes; `deed` answers what to say of that, `onGone` hears when what was pressed may be gone. */
export function useThrowAway(deed: () => Promise<string>, onGone: () => void) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const withLogin = useRecentPassword();
  const [isPending, setPending] = useState(false);

  async function throwAway() {
    setPending(true);
    try {
      toast({ title: t('Draft Thrown Away'), description: t(await withLogin(deed)) });
    } catch (problem) {
      const sentence = sentenceOf(problem, words('The draft could not be thrown away.'));
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
      void client.invalidateQueries({ queryKey: [listMailDrafts.name] });
    } finally {
      setPending(false);
      // Once the question has given the focus back to what is gone.
      setTimeout(onGone);
    }
  }

  return {
    isPending,
    async ask() {
      const question = {
        title: t('Throw this draft away?'),
        text: t('What you wrote is gone then.'),
        confirmLabel: t('Throw away'),
        danger: true,
      };
      if (!isPending && (await confirm(question))) await throwAway();
    },
  };
}
