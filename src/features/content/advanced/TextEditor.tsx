import { useEffect, useRef } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { MISSING, WrittenText } from '../publishing/content.contract.ts';
import { Versions } from '../history/Versions.tsx';
import { DiscardDraft } from '../panel/DiscardDraft.tsx';
import { usePublish } from '../panel/usePublish.ts';
import { TextName } from './TextName.tsx';
import type { PageText, Place } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import { usePublishing } from './usePublishing.ts';
import { hintOf, ValueField } from '../editing/ValueField.tsx';

interface TextEditorProps {
  text: PageText;
  texts: readonly PageText[];
  editing: Editing;
  /** Somebody has just chosen this text, to write. */
  takesFocus: boolean;
  onRename: (to: Place) => void;
}

/** One text being written: a draft as soon as the typing pauses, published by a button of its own. */
export function TextEditor({ text, texts, editing, takesFocus, onRename }: TextEditorProps) {
  const t = useWords();
  const { writing } = editing;
  const { value } = writing.written(text);
  const publishing = usePublishing(text, editing);
  const { withdraw } = usePublish(editing);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [takesFocus]);

  function errors(): string[] {
    const { language, section, key } = text;
    return Object.values(errorsOf(WrittenText, { language, section, key, value }));
  }

  async function saveDraft() {
    // The form itself says what is wrong.
    if (errors().length > 0) form.current?.requestSubmit();
    else if (await writing.save(text))
      toast({ title: t('Draft saved'), description: t('Only the preview shows it.') });
  }

  return (
    <form
      {...publishing.form}
      ref={form}
      className="grid gap-5"
      onSubmit={(event) => {
        const title = t('Missing Information');
        if (errors().includes(MISSING))
          toast({ title, description: t(MISSING), variant: 'destructive' });
        publishing.form.onSubmit(event);
      }}
    >
      <FormErrors state={publishing} />
      <TextName text={text} texts={texts} errors={publishing.errors} onRename={onRename} />
      <ValueField
        text={text}
        label={t('Value')}
        name="value"
        hint={hintOf(text, t)}
        value={value}
        error={publishing.errors.value}
        writing={writing}
      />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={publishing.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Publish')}
        </Button>
        <Button disabled={!writing.isUnsaved(text)} onClick={() => void saveDraft()}>
          {t('Save as draft')}
        </Button>
        {text.draft || writing.isUnsaved(text) ? (
          <DiscardDraft texts={[text]} editing={editing} />
        ) : null}
      </div>
      <Versions
        text={text}
        onUse={(old) => writing.write(text, old)}
        {...(text.published ? { onWithdraw: () => void withdraw.run(text) } : {})}
      />
    </form>
  );
}
