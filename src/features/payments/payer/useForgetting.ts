import { sentenceOf } from '../../../web/api.ts';
import { words } from '../../../shared/words.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { isPayable } from './my-applications.rules.ts';
import type { MyApplications } from './useMyApplications.ts';

/** "Forget me on this device", confirmed first while a payment is due. */
export function useForgetting(mine: MyApplications): () => Promise<void> {
  const t = useWords();
  const confirm = useConfirm();

  return async function forget() {
    const unpaid = mine.applications.filter(isPayable).map(({ reference }) => reference);
    const question = {
      title: t('Forget an unpaid application?'),
      text: t('Write down {references} first. Without it, you cannot continue paying from here.', {
        references: unpaid.join(', '),
      }),
      confirmLabel: t('Forget me'),
      danger: true,
    };
    if (unpaid.length > 0 && !(await confirm(question))) return;
    try {
      await mine.forget();
      toast({
        title: t('Removed from this device'),
        description: t('We still have your applications.'),
      });
    } catch (error) {
      const sentence = sentenceOf(error, words('Please try again in a moment.'));
      toast({ title: t('That did not work'), description: t(sentence), variant: 'destructive' });
    }
  };
}
