import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { nameOf, type PageText } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { listContent, publishContent, withdrawContent } from '../publishing/content.contract.ts';

/** A text to publish, and the published version that it was written over. */
interface WrittenText {
  text: PageText;
  value: string;
  version: number;
}

const FAILED = words('Failed to update content.');

/** Publishes texts and takes published ones back; either can be undone from its message for ten seconds. */
export function usePublish({ writing, onChanged }: Pick<Editing, 'writing' | 'onChanged'>) {
  const t = useWords();
  const client = useQueryClient();
  const through = useRecentPassword();
  const failed = t('Update Failed');
  const publishedNow = (text: PageText) =>
    client
      .getQueryData<AnswerOf<typeof listContent>>([listContent.name])
      ?.find((row) => nameOf(row) === nameOf(text));

  /** What was published before is published again; where nothing was, the built-in text is back. */
  async function revert(text: PageText) {
    const { language, section, key, published } = text;
    const now = publishedNow(text);
    if (published) {
      const body = { language, section, key, value: published.value, version: now?.version ?? 0 };
      await call(publishContent, { body });
    } else if (now) await call(withdrawContent, { params: { id: now.id } });
  }
  const undo = useAction(
    async (texts: readonly PageText[]) => {
      for (const text of texts) await through(() => revert(text));
    },
    { done: t('Undone'), failed: t('Undo failed'), fallback: FAILED, onDone: onChanged },
  );

  /** Said once the lists show it: only then is known what would be undone. */
  async function announce(texts: readonly PageText[], sentence: string) {
    await onChanged();
    for (const text of texts) writing.forget(text);
    toast({
      title: t('Content Updated'),
      description: sentence,
      action: { label: t('Undo'), press: () => void undo.run(texts) },
    });
  }

  const publish = useAction(
    async (all: readonly WrittenText[]) => {
      const done: PageText[] = [];
      let failure: unknown;
      for (const { text, value, version } of all) {
        const { language, section, key } = text;
        const body = { language, section, key, value: value.trim(), version };
        // A change that waits for autosave must not become a draft once it is published.
        await writing.settle(text);
        try {
          await through(() => call(publishContent, { body }));
          done.push(text);
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          failure ??= error;
          await writing.tell(text, error);
        }
      }
      return { done, failure };
    },
    {
      failed,
      fallback: FAILED,
      onDone: async ({ done, failure }) => {
        const said =
          done.length === 1
            ? t('The text is published.')
            : t('{count, plural, one {# text is} other {# texts are}} published.', {
                count: done.length,
              });
        if (done.length > 0) await announce(done, said);
        if (failure !== undefined)
          toast({
            title: failed,
            description: t(sentenceOf(failure, FAILED)),
            variant: 'destructive',
          });
      },
    },
  );

  const withdraw = useAction(
    async (text: PageText) => {
      const id = text.published?.id;
      if (id === undefined) throw new Error('Nothing is published.');
      await writing.settle(text);
      return through(() => call(withdrawContent, { params: { id } }));
    },
    {
      failed,
      fallback: FAILED,
      onDone: ({ message }, text) => announce([text], t(message)),
    },
  );
  return { publish, withdraw };
}
