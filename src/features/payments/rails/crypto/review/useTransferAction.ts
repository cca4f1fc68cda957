import { useQueryClient } from '@tanstack/react-query';
import { usePaymentAction } from '../../../core/usePaymentAction.ts';
import { listChainReview } from './chain-review.contract.ts';

/**
 * For recording and dismissing. After a refusal the list is fetched again: another administrator may have
 * decided.
 */
export function useTransferAction(onDone: () => void, undo?: () => () => void) {
  const client = useQueryClient();
  const action = usePaymentAction(onDone, undo);
  return {
    ...action,
    onFailure: (sentence: string) => {
      action.onFailure(sentence);
      void client.invalidateQueries({ queryKey: [listChainReview.name] });
    },
  };
}
