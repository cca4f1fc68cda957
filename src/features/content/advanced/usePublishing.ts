import { useState } from 'react';
import { CallError } from '../../../web/api.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { publishContent } from '../publishing/content.contract.ts';
import type { PageText } from '../editing/useContentTexts.ts';
import type { Writing } from '../editing/useWriting.ts';

interface Options {
  text: PageText;
  value: string;
  writing: Writing;
  /** The published version that the words are written over; 0 for none. */
  version: number;
  onPublished: () => Promise<void>;
}

/** The form that publishes a text over the version that its writer has seen. */
export function usePublishing({ text, value, writing, version, onPublished }: Options) {
  const t = useWords();
  const [hasConflict, setHasConflict] = useState(false);
  const form = useForm(publishContent, {
    fallback: t('Failed to update content.'),
    read: (form) => ({
      section: form.get('section'),
      key: form.get('key'),
      value,
      language: text.language,
      version,
    }),
    // A change that waits for autosave must not become a draft once it is published.
    through: async (send) => {
      await writing.settle(text);
      return send();
    },
    onSuccess: async ({ message }) => {
      await onPublished();
      writing.forget(text);
      // Said once the list of what is published shows it.
      toast({ title: t('Content Updated'), description: t(message) });
    },
    onFailure: (sentence, error) => {
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' });
      const isConflict = error instanceof CallError && error.status === 409;
      setHasConflict(isConflict);
      if (isConflict) void writing.tell(text, error);
    },
  });
  // The notice beside the words says it, with what to do about it.
  return hasConflict ? { ...form, failure: undefined } : form;
}
