import { CallError } from '../../web/api.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { publishContent } from './content.contract.ts';
import type { PageText } from './useContentTexts.ts';
import type { Writing } from './useWriting.ts';

interface Options {
  text: PageText;
  writing: Writing;
  /** The published version that the words are written over; 0 for none. */
  version: number;
  onPublished: () => Promise<void>;
}

/** The form that publishes a text over the version that its writer has seen. */
export function usePublishing({ text, writing, version, onPublished }: Options) {
  const t = useWords();
  return useForm(publishContent, {
    fallback: t('Failed to update content.'),
    read: (form) => ({
      section: form.get('section'),
      key: form.get('key'),
      value: form.get('value'),
      language: text.language,
      version,
    }),
    // What waits for a pause must not become a draft once it is published.
    through: async (send) => {
      await writing.settle(text);
      return send();
    },
    onSuccess: async ({ message }) => {
      toast({ title: t('Content Updated'), description: t(message) });
      await onPublished();
      writing.forget(text);
    },
    onFailure: (sentence, error) => {
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' });
      if (error instanceof CallError && error.status === 409) void writing.tell(text, error);
    },
  });
}
