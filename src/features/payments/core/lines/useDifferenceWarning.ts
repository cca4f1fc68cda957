import { CallError } from '../../../../web/api.ts';
import { Declined, type WithRecentPassword } from '../../../../web/recentPassword.ts';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { useWords } from '../../../../web/words.tsx';

/**
 * Makes a call that confirms money. Where the server says that it is more or less than is due, both numbers are shown,
 * and a yes confirms the amount as it is. Throws Declined after a no.
 */
export function useDifferenceWarning(through: WithRecentPassword) {
  const t = useWords();
  const confirm = useConfirm();
  return async <T>(send: (more?: object) => Promise<T>): Promise<T> => {
    try {
      return await through(() => send());
    } catch (error) {
      if (!(error instanceof CallError) || error.detail.reason !== 'difference') throw error;
      const isMeant = await confirm({
        title: t('Confirm a different amount?'),
        text:
          (error.shown ?? '') +
          ' ' +
          t('What is missing stays due. What is too much shows as overpaid.'),
        confirmLabel: t('Confirm this amount'),
        cancelLabel: t('Change it'),
        danger: true,
      });
      if (!isMeant) throw new Declined();
      return await through(() => send({ acceptDifference: true }));
    }
  };
}
