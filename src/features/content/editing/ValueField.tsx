import { Field } from '../../../web/forms/Field.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_TEXT } from '../content.rules.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { PictureField } from '../pictures/PictureField.tsx';
import { unsavedNote } from './SavingState.tsx';
import type { PageText } from './useContentTexts.ts';
import type { Writing } from './useWriting.ts';

interface ValueFieldProps {
  text: PageText;
  value: string;
  error: string | undefined;
  writing: Writing;
}

/** The words themselves, with how many may follow and whether they are a draft by now. */
export function ValueField({ text, value, error, writing }: ValueFieldProps) {
  const t = useWords();
  const use = pictureUse(text);
  if (use)
    return (
      <div className="grid gap-1">
        <PictureField
          use={use}
          value={value}
          lang={text.language}
          error={error}
          onChange={(next) => writing.write(text, next)}
        />
        <p className="hint">{stateOf(text, writing, t)}</p>
      </div>
    );
  return (
    <div className="grid gap-1">
      <Field label={t('Value')} error={error && t(error)} hint={hintOf(text, t)}>
        <TextArea
          name="value"
          rows={7}
          lang={text.language}
          dir="auto"
          maxLength={LONGEST_TEXT}
          value={value}
          onChange={(event) => writing.write(text, event.target.value)}
        />
      </Field>
      <p className="hint">{stateOf(text, writing, t)}</p>
    </div>
  );
}

type T = ReturnType<typeof useWords>;

/** What is good to know about writing this text. */
function hintOf({ isKnown, builtIn, section, key }: PageText, t: T): string {
  if (!isKnown && section && key) {
    return t('No page shows a text with this name. It is saved, and programs can read it.');
  }
  const [hole] = /\{\w+/.exec(builtIn) ?? [];
  return hole
    ? t('The page fills in the words in braces, such as {sample}. A single “-” hides a text.', {
        sample: `${hole}}`,
      })
    : t('Plain text. A single “-” hides a text that can be left out.');
}

const stateOf = (text: PageText, writing: Writing, t: T): string =>
  unsavedNote(text, writing, t) ??
  (text.draft ? t('This is a draft: visitors do not see it yet.') : '');
