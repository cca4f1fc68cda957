import { words } from '../../../shared/words.ts';
import { dismissErrors, toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { NO_SUBJECT_OR_MESSAGE } from '../drafts/draft.contract.ts';
import { NO_RECIPIENTS } from '../batches/batch.rules.ts';
import { BAD_RECIPIENT } from '../../mail/mail.rules.ts';

/** Under which title the specification says what stops a mail (§5), in the order in which it is said. */
const TITLES: readonly (readonly [sentence: string, title: string])[] = [
  [NO_SUBJECT_OR_MESSAGE, words('Missing Information')],
  [BAD_RECIPIENT, words('Invalid Recipient')],
  [NO_RECIPIENTS, words('No Recipients')],
];

/** Said of a mail that left while somebody went on writing it. */
export const SAVED_AS_NEW_DRAFT = words('Your later changes are now a new draft.');

/** Says of a mail what stops it, or what went wrong, in a toast too: one is shown at a time. */
export function useMessageToasts() {
  const t = useWords();
  const refuse = (title: string, sentence: string) =>
    toast({ title: t(title), description: t(sentence), variant: 'destructive' });
  return {
    refuse,
    /** True when one of these sentences has a toast; without one nothing is said any more of what was mended. */
    refuseFirst(sentences: readonly string[]): boolean {
      const found = TITLES.find(([sentence]) => sentences.includes(sentence));
      if (found) refuse(found[1], found[0]);
      else dismissErrors();
      return found !== undefined;
    },
  };
}

/** A sentence that two fields show is read once above the form: it leads to the first of them. */
export function eachOnce(errors: Record<string, string>): Record<string, string> {
  const sentences = Object.values(errors);
  return Object.fromEntries(
    Object.entries(errors).filter(([, sentence], at) => sentences.indexOf(sentence) === at),
  );
}
