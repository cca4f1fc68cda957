import type { $ZodType } from 'zod/v4/core';
import type { Endpoint } from '../shared/endpoint.ts';
import type { FilledForm } from '../shared/page.ts';
import { toast } from './ui/toasts.ts';
import { useForm } from './forms/useForm.ts';
import { useHref } from './useHref.ts';
import { useWords } from './words.tsx';

interface Options {
  filled: FilledForm | undefined;
  /** Title of the toast that says it has been sent. */
  thanks: string;
  onClose: () => void;
  /** It was taken: what was typed belongs to no one any more. */
  onSent: () => void;
}

/**
 * An application in a dialog, to volunteer or to be a partner: says how it went in a toast, and
 * closes its dialog once it was taken (specification §4). On a page of its own the thanks are the next page.
 */
export function useDialogApplication<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  A extends $ZodType<{ message: string }>,
>(endpoint: Endpoint<P, Q, B, A>, { filled, thanks, onClose, onSent }: Options) {
  const t = useWords();
  const href = useHref();
  return useForm(endpoint, {
    filled,
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ message }, _body, form) => {
      toast({ title: thanks, description: t(message) });
      const dialog = form.closest('dialog');
      if (!dialog && endpoint.plainForm) return location.assign(href(endpoint.plainForm.thanks));
      // A visitor who has closed it meanwhile may be in another dialog by now.
      if (dialog?.open) onClose();
      onSent();
    },
    onFailure: (sentence) =>
      toast({
        title: t('Failed to Submit Application'),
        description: t(sentence),
        variant: 'destructive',
      }),
  });
}
