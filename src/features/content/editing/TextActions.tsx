import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import { publishContent, withdrawContent } from '../publishing/content.contract.ts';
import { nameOf, type PageText } from './useContentTexts.ts';
import type { Writing } from './useWriting.ts';

interface TextActionProps {
  text: PageText;
  writing: Writing;
  onChanged: () => Promise<void>;
}

const FAILED = words('Failed to update content.');

/** Throws away the draft and whatever was typed, after a yes. */
export function ThrowAway({ text, writing, onChanged }: TextActionProps) {
  const t = useWords();
  const drop = useAction(() => writing.discard(text), {
    failed: t('Update Failed'),
    fallback: FAILED,
    onDone: async () => {
      await onChanged();
      writing.forget(text);
    },
  });
  if (!text.draft && !writing.isUnsaved(text)) return null;
  const question = {
    title: t('Throw these words away?'),
    text: <p>{t('What visitors read stays as it is.')}</p>,
    confirmLabel: t('Throw away'),
    danger: true,
  };
  return (
    <Button
      variant="danger"
      pending={drop.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void drop.ask(question)}
    >
      {t('Discard draft')}
    </Button>
  );
}

/** Takes a published text back, after a yes; what was published can be put back at once. */
export function Withdraw({ text, writing, onChanged }: TextActionProps) {
  const t = useWords();
  const [undo, setUndo] = useState<{ name: string; value: string }>();
  const { language, section, key, published } = text;

  const said = { done: t('Content Updated'), failed: t('Update Failed'), fallback: FAILED };
  const withdraw = useAction(
    async () => {
      if (!published) throw new Error('Nothing is published.');
      await writing.settle(text);
      const { message } = await call(withdrawContent, { params: { id: published.id } });
      return { message, value: published.value };
    },
    {
      ...said,
      onDone: async ({ value }) => {
        setUndo({ name: nameOf(text), value });
        await onChanged();
        writing.forget(text);
      },
    },
  );
  const restored = { language, section, key, value: undo?.value ?? '', version: 0 };
  const restore = useAction(() => call(publishContent, { body: restored }), {
    ...said,
    onDone: () => {
      setUndo(undefined);
      return onChanged();
    },
  });
  const question = {
    title: t('Back to the built-in text?'),
    text: (
      <>
        <p>{t('Visitors read the built-in text at once.')}</p>
        {text.draft ? <p>{t('The draft of this text goes too.')}</p> : null}
      </>
    ),
    confirmLabel: t('Take it back'),
    danger: true,
  };

  if (published) {
    return (
      <div className="actions">
        <Button
          pending={withdraw.isPending}
          pendingLabel={t('Saving...')}
          onClick={() => void withdraw.ask(question)}
        >
          {text.builtIn === '' ? t('Take the text off') : t('Back to the built-in text')}
        </Button>
      </div>
    );
  }
  return undo?.name === nameOf(text) ? (
    <Notice role="status" tone="leaf">
      <p>{t('The text was taken back.')}</p>
      <Button
        pending={restore.isPending}
        pendingLabel={t('Saving...')}
        onClick={() => void restore.run()}
      >
        {t('Undo')}
      </Button>
    </Notice>
  ) : null;
}
