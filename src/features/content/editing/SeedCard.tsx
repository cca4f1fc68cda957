import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { seedContent } from '../publishing/content.contract.ts';

/** Puts the built-in texts into the list, so that each can be changed from there. */
export function SeedCard({ onSeeded }: { onSeeded: () => Promise<void> }) {
  const t = useWords();
  const seed = useAction(() => call(seedContent, { body: {} }), {
    done: t('Content Seeded Successfully'),
    failed: t('Seeding Failed'),
    fallback: words('Failed to seed initial content.'),
    onDone: onSeeded,
  });
  const question = {
    title: t('Initialize the content?'),
    text: (
      <p>
        {t(
          'Every built-in text is published in each language where nothing is published yet. What you wrote stays, and visitors read the same as before. A published text no longer follows improvements of the built-in one.',
        )}
      </p>
    ),
    confirmLabel: t('Initialize'),
  };

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
      <Button
        pending={seed.isPending}
        pendingLabel={t('Seeding...')}
        onClick={() => void seed.ask(question)}
      >
        {t('Seed initial content')}
      </Button>
    </section>
  );
}
