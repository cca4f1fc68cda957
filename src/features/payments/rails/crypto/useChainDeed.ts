import { useQueryClient } from '@tanstack/react-query';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import { listChainReview } from './review.contract.ts';

/** What booking and laying aside share. Refused, the list behind is fetched anew: another may have decided. */
export function useChainDeed(onDone: () => void) {
  const client = useQueryClient();
  const deed = usePaymentAction(onDone);
  return {
    ...deed,
    onFailure: (sentence: string) => {
      deed.onFailure(sentence);
      void client.invalidateQueries({ queryKey: [listChainReview.name] });
    },
  };
}
