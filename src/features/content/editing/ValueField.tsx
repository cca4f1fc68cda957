import { Field } from '../../../web/forms/Field.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_TEXT } from '../content.rules.ts';
import { PictureField } from '../pictures/PictureField.tsx';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { SavingProblem, unsavedNote } from './SavingState.tsx';
import { isBehind, stateLabel } from './text-state.rules.ts';
import type { PageText } from './useContentTexts.ts';
import { useLanguageName } from './useLanguageName.ts';
import type { Writing } from './useWriting.ts';

interface ValueFieldProps {
  text: PageText;
  /** The same text in the other languages, where they are written beside it. */
  others?: readonly PageText[];
  label: string;
  name: string;
  hint?: string | undefined;
  value: string;
  error: string | undefined;
  writing: Writing;
}

/** The words of a text in one language, what visitors read there, and why they could not be saved. */
export function ValueField(props: ValueFieldProps) {
  const { text, label, name, hint, value, error, writing } = props;
  const t = useWords();
  const { language } = text;
  const use = pictureUse(text);
  const onChange = (next: string) => writing.write(text, next);
  return (
    <div className="grid gap-1">
      {use ? (
        <fieldset className="grid gap-2">
          <legend className="bold">{label}</legend>
          <PictureField use={use} value={value} lang={language} error={error} onChange={onChange} />
        </fieldset>
      ) : (
        <Field label={label} hint={hint} error={error && t(error)}>
          <TextArea
            name={name}
            rows={rowsOf(value)}
            lang={language}
            dir="auto"
            maxLength={LONGEST_TEXT}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )}
      <TextStatus {...props} />
      <SavingProblem text={text} writing={writing} />
    </div>
  );
}

/** As many lines as the text has, within reason. */
const rowsOf = (value: string) =>
  Math.min(12, Math.max(2, Math.ceil(value.length / 34) + value.split('\n').length - 1));

type T = ReturnType<typeof useWords>;

/** What is good to know about writing this text. */
export function hintOf({ isKnown, builtIn, section, key }: PageText, t: T): string {
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

/** Whether it is a draft by now. */
const savedAs = ({ text, writing }: ValueFieldProps, t: T): string =>
  unsavedNote(text, writing, t) ??
  (text.draft ? t('Draft: visitors do not see it yet.') : t(stateLabel(text)));

/** Whether it is a draft by now, and whether another language is ahead of it. */
function TextStatus(props: ValueFieldProps) {
  const { text, others = [] } = props;
  const t = useWords();
  const nameIn = useLanguageName();
  const ahead = others.find((other) => isBehind(text, other));
  const behind = others.filter((other) => isBehind(other, text));
  const lines = [
    savedAs(props, t),
    ...(ahead
      ? [t('Changed in {language}, not yet here', { language: nameIn(ahead.language) })]
      : []),
    ...behind.map((other) =>
      t('Changed here, not yet in {language}', { language: nameIn(other.language) }),
    ),
  ];
  return (
    <ul className="text-status" aria-label={t('State')}>
      {lines.map((line, at) => (
        <li key={line} className={at > 0 ? 'text-late' : 'hint'}>
          {line}
        </li>
      ))}
    </ul>
  );
}
