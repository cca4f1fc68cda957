import { words } from '../../../shared/words.ts';
import { CallError } from '../../../web/api.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { sendMessage } from '../core/message.contract.ts';
import { useDraft } from '../core/useDrafts.ts';
import { useRefresh } from '../core/useRefresh.ts';

interface Options {
  /** The draft that is sent. */
  draftKey: string;
  recipientId: string | undefined;
  /** The first message to a member needs a subject. */
  needsSubject: boolean;
  onSent: () => void;
}

/** Sends a draft: it goes when it has arrived, and stays when it has not (specification §2, §8). */
export function useSend({ draftKey, recipientId, needsSubject, onSent }: Options) {
  const t = useWords();
  const { draft, write, clear } = useDraft(draftKey);
  const withLogin = useWithLogin();
  const refresh = useRefresh();
  const send = useForm(sendMessage, {
    fallback: t('Failed to send message.'),
    read: (form) => ({
      recipientId,
      subject: textIn(form, 'subject') || undefined,
      content: textIn(form, 'content'),
    }),
    check: (form): Record<string, string> =>
      needsSubject && !textIn(form, 'subject').trim()
        ? { subject: words('Please enter a subject') }
        : {},
    through: withLogin,
    onSuccess: () => {
      clear();
      toast({ title: t('Message Sent') });
      void refresh();
      onSent();
    },
    onFailure: (sentence, error) => {
      toast({ title: t('Send Failed'), description: t(sentence), variant: 'destructive' });
      // The recipient may have been blocked or deleted meanwhile: refresh what the page shows.
      if (error instanceof CallError && error.status < 500) void refresh();
    },
  });
  return { send, draft, write };
}

/** Some browsers end lines with two characters. */
const textIn = (form: FormData, name: string) =>
  String(form.get(name) ?? '').replaceAll('\r\n', '\n');
