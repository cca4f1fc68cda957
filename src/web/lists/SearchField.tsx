import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../words.tsx';
import { Field } from '../forms/Field.tsx';
import { TextInput } from '../forms/TextInput.tsx';

/** A search begins when the typing pauses for this long. */
const pauseMs = 300;

type SearchFieldProps = Pick<ComponentProps<typeof TextInput>, 'autoCapitalize' | 'spellCheck'> & {
  label?: string;
  /** The current search; the address may change it. */
  search: string;
  /** The rows are at hand: they follow each key, so that none moves later, under a press on it. */
  isAtOnce?: boolean;
  onSearch: (search: string) => void;
};

/** Searches a list while someone types. */
export function SearchField(props: SearchFieldProps) {
  const { label, search, isAtOnce = false, onSearch, ...input } = props;
  const t = useWords();
  const name = label ?? t('Search');
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back, Forward and links change the words too.
  if (known !== search) {
    setKnown(search);
    setTyped(search);
  }
  useEffect(() => () => clearTimeout(pause.current), []);

  function type(text: string) {
    setTyped(text);
    if (isAtOnce) return onSearch(text.trim());
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      pause.current = undefined;
      onSearch(text.trim());
    }, pauseMs);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    searchNow();
  }

  function searchNow() {
    clearTimeout(pause.current);
    pause.current = undefined;
    onSearch(typed.trim());
  }

  // Leaving the field searches at once: a search that begins later would undo the next action.
  function leave() {
    if (pause.current !== undefined) searchNow();
  }

  return (
    <form role="search" onSubmit={submit}>
      <Field label={name}>
        <TextInput
          {...input}
          type="search"
          placeholder={name}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
        />
      </Field>
    </form>
  );
}
