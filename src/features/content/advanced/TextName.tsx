import { useId } from 'react';
import { Field } from '../../../web/forms/Field.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PageText, Place } from '../editing/useContentTexts.ts';

interface TextNameProps {
  text: PageText;
  /** What there is already: offered while typing. */
  texts: readonly PageText[];
  errors: Record<string, string>;
  onRename: (to: Place) => void;
}

/** Section and key, which together name a text. */
export function TextName({ text, texts, errors, onRename }: TextNameProps) {
  const t = useWords();
  const id = useId();
  const { language, section, key } = text;
  const sections = new Set(texts.map((one) => one.section));
  const keys = texts.filter((one) => one.section === section).map((one) => one.key);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('Section')} error={errors.section && t(errors.section)}>
        <TextInput
          name="section"
          list={`${id}-sections`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={section}
          onChange={({ target }) => onRename({ language, section: target.value, key })}
        />
      </Field>
      <Field label={t('Key')} error={errors.key && t(errors.key)}>
        <TextInput
          name="key"
          list={`${id}-keys`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={key}
          onChange={({ target }) => onRename({ language, section, key: target.value })}
        />
      </Field>
      <Names id={`${id}-sections`} names={[...sections]} />
      <Names id={`${id}-keys`} names={keys} />
    </div>
  );
}

const Names = ({ id, names }: { id: string; names: readonly string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name}>{name}</option>
    ))}
  </datalist>
);
