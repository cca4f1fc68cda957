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
    title: t('Discard this text?'),
    text: <p>{t('What visitors see does not change.')}</p>,
    confirmLabel: t('Discard'),
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

/** What visitors read in the place of a published text once it is withdrawn. */
const AFTERWARDS = {
  inherited: {
    label: words('Remove the text'),
    title: words('Remove this text?'),
    consequence: words('Visitors will see the English text right away.'),
  },
  builtIn: {
    label: words('Restore the built-in text'),
    title: words('Restore the built-in text?'),
    consequence: words('Visitors will see the built-in text right away.'),
  },
  nothing: {
    label: words('Remove the text'),
    title: words('Remove this text?'),
    consequence: words('There is no built-in text, so visitors will see nothing in its place.'),
  },
};

function shownAfter({ inherited, builtIn }: PageText): keyof typeof AFTERWARDS {
  if (inherited) return 'inherited';
  return builtIn === '' ? 'nothing' : 'builtIn';
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
  const { label, title, consequence } = AFTERWARDS[shownAfter(text)];
  const question = {
    title: t(title),
    text: (
      <>
        <p>{t(consequence)}</p>
        {text.draft ? <p>{t('The draft of this text is deleted too.')}</p> : null}
      </>
    ),
    confirmLabel: t('Remove published text'),
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
          {t(label)}
        </Button>
      </div>
    );
  }
  return undo?.name === nameOf(text) ? (
    <Notice role="status" tone="leaf">
      <p>{t('The published text was removed.')}</p>
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
