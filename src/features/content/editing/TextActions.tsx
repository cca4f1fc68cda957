import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { publishContent, withdrawContent } from '../publishing/content.contract.ts';
import { nameOf, type PageText } from './useContentTexts.ts';
import type { Writing } from './useWriting.ts';

interface TextActionProps {
  text: PageText;
  writing: Writing;
  onChanged: () => Promise<void>;
}

/** Changes a text, then asks the server how things are. */
function useTextAction<Answer>(
  action: () => Promise<Answer>,
  onDone: (answer: Answer) => Promise<void>,
) {
  const t = useWords();
  return useMutation({
    mutationFn: action,
    onSuccess: onDone,
    onError: (error) => {
      const sentence = sentenceOf(error, words('Failed to update content.'));
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' });
    },
  });
}

/** Throws away the draft and whatever was typed, after a yes. */
export function ThrowAway({ text, writing, onChanged }: TextActionProps) {
  const t = useWords();
  const confirm = useConfirm();
  const drop = useTextAction(
    () => writing.discard(text),
    async () => {
      await onChanged();
      writing.forget(text);
    },
  );
  if (!text.draft && !writing.isUnsaved(text)) return null;

  async function ask() {
    const isSure = await confirm({
      title: t('Throw these words away?'),
      text: <p>{t('What visitors read stays as it is.')}</p>,
      confirmLabel: t('Throw away'),
      danger: true,
    });
    if (isSure) drop.mutate();
  }
  return (
    <Button
      variant="danger"
      pending={drop.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void ask()}
    >
      {t('Discard draft')}
    </Button>
  );
}

/** Takes a published text back, after a yes; what was published can be put back at once. */
export function Withdraw({ text, writing, onChanged }: TextActionProps) {
  const t = useWords();
  const confirm = useConfirm();
  const [undo, setUndo] = useState<{ name: string; value: string }>();
  const { language, section, key, published } = text;

  const withdraw = useTextAction(
    async () => {
      if (!published) throw new Error('Nothing is published.');
      await writing.settle(text);
      const { message } = await call(withdrawContent, { params: { id: published.id } });
      return { message, value: published.value };
    },
    async ({ message, value }) => {
      toast({ title: t('Content Updated'), description: t(message) });
      setUndo({ name: nameOf(text), value });
      await onChanged();
      writing.forget(text);
    },
  );
  const restore = useTextAction(
    () =>
      call(publishContent, {
        body: { language, section, key, value: undo?.value ?? '', version: 0 },
      }),
    async ({ message }) => {
      toast({ title: t('Content Updated'), description: t(message) });
      setUndo(undefined);
      await onChanged();
    },
  );

  async function ask() {
    const isSure = await confirm({
      title: t('Back to the built-in text?'),
      text: (
        <>
          <p>{t('Visitors read the built-in text at once.')}</p>
          {text.draft ? <p>{t('The draft of this text goes too.')}</p> : null}
        </>
      ),
      confirmLabel: t('Take it back'),
      danger: true,
    });
    if (isSure) withdraw.mutate();
  }

  if (published) {
    return (
      <div className="actions">
        <Button
          pending={withdraw.isPending}
          pendingLabel={t('Saving...')}
          onClick={() => void ask()}
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
        onClick={() => restore.mutate()}
      >
        {t('Undo')}
      </Button>
    </Notice>
  ) : null;
}
