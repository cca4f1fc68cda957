import { useState } from 'react';
import { CallError } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { publishContent } from '../publishing/content.contract.ts';
import type { PageText } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { usePublish } from '../panel/usePublish.ts';

/** The form that publishes a text over the version that its writer has seen. */
export function usePublishing(text: PageText, editing: Editing) {
  const t = useWords();
  const { writing } = editing;
  const { settle } = usePublish(editing);
  const withLogin = useRecentPassword();
  const { value, version, draft } = writing.written(text);
  const [hasConflict, setHasConflict] = useState(false);
  const form = useForm(publishContent, {
    fallback: t('Failed to update content.'),
    read: (form) => ({
      section: form.get('section'),
      key: form.get('key'),
      value,
      language: text.language,
      version,
      draft,
    }),
    // A change that waits for autosave must not become a draft once it is published.
    through: (send) =>
      writing.withoutSaving([text], async () => {
        const answer = await withLogin(send);
        // Said once the list of what is published shows it.
        await settle([writing.written(text)]);
        return answer;
      }),
    onSuccess: ({ message }) =>
      void toast({ title: t('Content Updated'), description: t(message) }),
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
