import { LANGUAGE_NAMES, type Language } from '../../../shared/language.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { LONGEST_TEXT } from '../content.rules.ts';
import { SavingProblem, unsavedNote } from '../editing/SavingState.tsx';
import { isBehind, stateOf, stateLabel } from '../editing/text-state.rules.ts';
import type { PageText } from '../editing/useContentTexts.ts';
import type { Writing } from '../editing/useWriting.ts';
import { PictureField } from '../pictures/PictureField.tsx';

interface LanguageFieldProps {
  text: PageText;
  /** The same text in the other languages. */
  others: readonly PageText[];
  value: string;
  error: string | undefined;
  writing: Writing;
}

/** A text in one of the languages, and what visitors read there. */
export function LanguageField({ text, others, value, error, writing }: LanguageFieldProps) {
  const t = useWords();
  const { language } = text;
  const use = pictureUse(text);
  const label = LANGUAGE_NAMES[language];
  const onChange = (next: string) => writing.write(text, next);
  return (
    <div className="grid gap-1">
      {use ? (
        <fieldset className="grid gap-2">
          <legend className="bold">{label}</legend>
          <PictureField use={use} value={value} lang={language} error={error} onChange={onChange} />
        </fieldset>
      ) : (
        <Field label={label} error={error && t(error)}>
          <TextArea
            name={language}
            rows={rowsOf(value)}
            lang={language}
            dir="auto"
            maxLength={LONGEST_TEXT}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )}
      <TextStatus text={text} others={others} writing={writing} />
      <SavingProblem text={text} writing={writing} />
    </div>
  );
}

/** As many lines as the text has, within reason. */
const rowsOf = (value: string) =>
  Math.min(12, Math.max(2, Math.ceil(value.length / 34) + value.split('\n').length - 1));

/** Whether it is a draft by now, and whether another language is ahead of it. */
function TextStatus({
  text,
  others,
  writing,
}: Pick<LanguageFieldProps, 'text' | 'others' | 'writing'>) {
  const t = useWords();
  const nameIn = useLanguageName();
  const ahead = others.find((other) => isBehind(text, other));
  const behind = others.filter((other) => isBehind(other, text));
  const lines = [
    unsavedNote(text, writing, t) ??
      (stateOf(text) === 'draft' ? t('Draft: visitors do not see it yet.') : t(stateLabel(text))),
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

/** What a language is called in that of the page. */
export function useLanguageName(): (language: Language) => string {
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  return (language) => names.of(language) ?? LANGUAGE_NAMES[language];
}
