import { useMutation } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { seedContent } from '../publishing/content.contract.ts';

/** Puts the built-in texts into the list, so that each can be changed from there. */
export function SeedCard({ onSeeded }: { onSeeded: () => Promise<void> }) {
  const t = useWords();
  const confirm = useConfirm();
  const seed = useMutation({
    mutationFn: () => call(seedContent, { body: {} }),
    onSuccess: async ({ message }) => {
      toast({ title: t('Content Seeded Successfully'), description: t(message) });
      await onSeeded();
    },
    onError: (error) => {
      const sentence = sentenceOf(error, words('Failed to seed initial content.'));
      toast({ title: t('Seeding Failed'), description: t(sentence), variant: 'destructive' });
    },
  });

  async function ask() {
    const isSure = await confirm({
      title: t('Initialize the content?'),
      text: (
        <p>
          {t(
            'Every built-in text is published in each language where nothing is published yet. What you wrote stays, and visitors read the same as before. A published text no longer follows improvements of the built-in one.',
          )}
        </p>
      ),
      confirmLabel: t('Initialize'),
    });
    if (isSure) seed.mutate();
  }

  return (
    <section
      className="grid justify-items-start gap-3 edged border-rule bg-raised p-5"
      aria-labelledby="initialize-content"
    >
      <h2 id="initialize-content" className="text-[1.25rem]">
        {t('Initialize Content')}
      </h2>
      <p>
        {t(
          'Not needed to change a text. It puts all built-in texts into the list below, where they can be searched and changed one by one.',
        )}
      </p>
      <Button pending={seed.isPending} pendingLabel={t('Seeding...')} onClick={() => void ask()}>
        {t('Seed initial content')}
      </Button>
    </section>
  );
}
