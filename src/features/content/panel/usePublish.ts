import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call, CallError } from '../../../web/api.ts';
import { Declined, useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { nameOf, type PageText } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import type { Written } from '../editing/useWriting.ts';
import {
  listContent,
  listContentDrafts,
  publishContent,
  withdrawContent,
} from '../publishing/content.contract.ts';

type Row = AnswerOf<typeof listContent>[number];

/** A text as it was, what was done with its words, and what is published since. */
interface Done extends Written {
  now: Row | undefined;
}

const FAILED = words('Failed to update content.');

/** Publishes texts and takes published ones back; either can be undone from its message for ten seconds. */
export function usePublish({ writing, onChanged }: Pick<Editing, 'writing' | 'onChanged'>) {
  const t = useWords();
  const client = useQueryClient();
  const through = useRecentPassword();
  const failed = t('Update Failed');
  const rowNow = (list: { name: string }, text: PageText) =>
    client
      .getQueriesData<Row[]>({ queryKey: [list.name] })
      .flatMap(([, rows]) => rows ?? [])
      .find((row) => row.status !== 'archived' && nameOf(row) === nameOf(text));

  /** Reads what is published by now; what was typed in the meantime was typed over it. */
  async function settle(all: readonly Written[]): Promise<Done[]> {
    await onChanged();
    return all.map((one) => {
      const now = rowNow(listContent, one.text);
      writing.end(one.text, one.value, now?.version ?? 0);
      return { ...one, now };
    });
  }

  /** What was published before is published again; where nothing was, the built-in text is back. */
  async function revert({ text: { language, section, key, published }, now }: Done) {
    if (published) {
      const { value } = published;
      const body = { language, section, key, value, version: now?.version ?? 0, draft: null };
      await call(publishContent, { body });
    } else if (now) await call(withdrawContent, { params: { id: now.id } });
  }
  const undo = useAction(
    async (all: readonly Done[]) => {
      for (const one of all) await through(() => revert(one));
      await onChanged();
      for (const { text, value, now } of all) {
        // A draft that went when its text was taken back is in no earlier version.
        const isLost = !now && value !== text.published?.value;
        if (isLost && !rowNow(listContentDrafts, text))
          writing.write({ ...text, published: rowNow(listContent, text), draft: undefined }, value);
      }
    },
    { done: t('Undone'), failed: t('Undo failed'), fallback: FAILED },
  );

  const announce = (all: readonly Done[], sentence: string) =>
    toast({
      title: t('Content Updated'),
      description: sentence,
      action: { label: t('Undo'), press: () => void undo.run(all) },
    });

  const publish = useAction(
    (all: readonly Written[]) =>
      // A change that waits for autosave must not become a draft once it is published.
      writing.withoutSaving(
        all.map(({ text }) => text),
        async () => {
          const done: Written[] = [];
          let failure: unknown;
          for (const one of all) {
            const { language, section, key } = one.text;
            const { value, version, draft } = one;
            const body = { language, section, key, value: value.trim(), version, draft };
            try {
              await through(() => call(publishContent, { body }));
              done.push(one);
            } catch (error) {
              failure ??= error;
              if (!(error instanceof Declined)) await writing.tell(one.text, error);
              // Without an answer or a password the others would fail too.
              if (!(error instanceof CallError)) break;
            }
          }
          if (done.length > 0) {
            const sentence =
              done.length === 1
                ? t('The text is published.')
                : t('{count, plural, one {# text is} other {# texts are}} published.', {
                    count: done.length,
                  });
            announce(await settle(done), sentence);
          }
          if (failure !== undefined) throw failure;
        },
      ),
    { failed, fallback: FAILED },
  );

  const withdraw = useAction(
    (text: PageText) =>
      writing.withoutSaving([text], async () => {
        if (!text.published) throw new Error('Nothing is published.');
        const { id } = text.published;
        const before = writing.written(text);
        const { message } = await through(() => call(withdrawContent, { params: { id } }));
        announce(await settle([before]), t(message));
      }),
    { failed, fallback: FAILED },
  );
  return { publish, withdraw, settle };
}
