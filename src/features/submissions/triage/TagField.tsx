import { type KeyboardEvent, useId } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_TAG, MOST_TAGS } from './triage.rules.ts';

interface TagFieldProps {
  tags: readonly string[];
  /** What is typed and not a tag yet. */
  typed: string;
  /** Those in use, to choose from. */
  known: readonly string[];
  onChange: (change: { tags?: string[]; typed?: string }) => void;
  /** Where it is not about the tags that something has. */
  words?: { label: string; hint: string; add: string; drop: string };
  /** Of the input. */
  name?: string;
  error?: string | undefined;
}

/** With what is typed as one more; a tag is there once, in small letters. */
export const withTyped = (tags: readonly string[], typed: string): string[] => {
  const tag = typed.trim().toLowerCase();
  return tag ? [...new Set([...tags, tag])] : [...tags];
};

/** Free words, of which those in use are offered. */
export function TagField({ tags, typed, known, onChange, words, name, error }: TagFieldProps) {
  const t = useWords();
  const { label, hint, add, drop } = words ?? {
    label: t('Tags'),
    hint: t('Any words. Tags in use are suggested.'),
    add: t('Add tag'),
    drop: t('Remove tag'),
  };
  const id = useId();
  const isFull = tags.length >= MOST_TAGS;
  const join = () => onChange({ tags: withTyped(tags, typed), typed: '' });

  function press(event: KeyboardEvent) {
    // Enter would send the form: here it ends a tag, unless nothing is typed.
    if (event.key !== 'Enter' || !typed.trim()) return;
    event.preventDefault();
    join();
  }

  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={error} required={false}>
        {(wiring) => (
          <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <TextInput
              {...wiring}
              name={name}
              list={`${id}-known`}
              value={typed}
              maxLength={LONGEST_TAG}
              autoComplete="off"
              disabled={isFull}
              onChange={(event) => onChange({ typed: event.target.value })}
              onKeyDown={press}
            />
            <Button onClick={join} disabled={isFull || !typed.trim()}>
              {add}
            </Button>
          </span>
        )}
      </Field>
      <datalist id={`${id}-known`}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
      {tags.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label={label}>
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                className="tag"
                onClick={() => onChange({ tags: tags.filter((one) => one !== tag) })}
              >
                <span className="sr-only">{drop}</span> <bdi>{tag}</bdi>
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
