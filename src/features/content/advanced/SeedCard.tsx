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
          'Every built-in text is published in each language where nothing is published yet. Your own texts stay, and visitors see no difference. A published text no longer follows improvements to the built-in one.',
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
          'You do not need this to change a text. It adds all built-in texts to the list below, where you can search and change them one by one.',
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
