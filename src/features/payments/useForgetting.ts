import { words } from '../../shared/words.ts';
import { sentenceOf } from '../../web/api.ts';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { isPayable } from './checkout.rules.ts';
import type { MyApplications } from './useMyApplications.ts';

/** "Forget me on this device", asked first while something is to be paid. */
export function useForgetting(mine: MyApplications): () => Promise<void> {
  const t = useWords();
  const confirm = useConfirm();

  return async function forget() {
    const unpaid = mine.applications.filter(isPayable).map(({ reference }) => reference);
    const question = {
      title: t('Forget an application that is not paid?'),
      text: t('Write down {references} first: without it nobody can go on paying from here.', {
        references: unpaid.join(', '),
      }),
      confirmLabel: t('Forget me'),
      danger: true,
    };
    if (unpaid.length > 0 && !(await confirm(question))) return;
    try {
      await mine.forget();
      toast({
        title: t('This device no longer knows you'),
        description: t('Your applications stay with us.'),
      });
    } catch (error) {
      const sentence = sentenceOf(error, words('Please try again in a moment.'));
      toast({ title: t('That did not work'), description: t(sentence), variant: 'destructive' });
    }
  };
}
