import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words.tsx';
import { useField } from './Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Listbox } from './Listbox.tsx';
import { matching, type Option, type Options, sameWords } from './options.tsx';

type ComboboxProps = {
  name: string;
  options: Options;
  value: string;
  /** The words of `value`. */
  label: string;
  onChoose: (value: string) => void;
  /** The value that a reset of the form brings back. */
  resetTo: string;
  placeholder?: string | undefined;
  id?: string;
  required?: boolean;
  autoComplete?: string;
};

/** Raises the event of a changed input, which a browser does not do for a value that was set by a script. */
function useAnnouncedValue(value: string) {
  const input = useRef<HTMLInputElement>(null);
  const announced = useRef(value);
  useEffect(() => {
    if (announced.current === value) return;
    announced.current = value;
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [value]);
  return input;
}

/** A field that finds its value in a list: the ARIA combobox pattern with a listbox. */
export function Combobox(props: ComboboxProps) {
  const { name, options, value, label, onChoose, resetTo, ...input } = props;
  const t = useWords();
  const ownId = useId();
  const wiring = useField();
  const id = input.id ?? wiring.id ?? ownId;
  const { field, typed, isOpen, setOpen, groups, found, current, ...combobox } = useCombobox({
    options,
    value,
    onChoose,
    resetTo,
  });
  const posted = useAnnouncedValue(value);
  return (
    <span className="select">
      <input
        {...wiring}
        autoComplete="off"
        {...input}
        ref={field}
        id={id}
        className="input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && current ? `${id}-${current.value}` : undefined}
        value={typed ?? label}
        onChange={(event) => combobox.type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onKeyDown={combobox.press}
        onBlur={combobox.settle}
      />
      <input ref={posted} type="hidden" name={name} value={value} />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('Show all choices')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          field.current?.focus();
          setOpen(!isOpen);
        }}
      >
        <Icon name="chevron" />
      </button>
      <Listbox
        id={id}
        isOpen={isOpen}
        groups={groups}
        chosen={value}
        active={current?.value}
        onChoose={combobox.choose}
      />
      <span className="sr-only" aria-live="polite">
        {isOpen && typed
          ? t('{count, plural, =0 {Nothing found} one {# choice} other {# choices}}', {
              count: found.length,
            })
          : null}
      </span>
    </span>
  );
}

type Choosing = Pick<ComboboxProps, 'options' | 'value' | 'onChoose' | 'resetTo'>;

/** What was typed, which choices it finds, and what the keys do with them. */
function useCombobox({ options, value, onChoose, resetTo }: Choosing) {
  const t = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();

  const groups = matching(options, typed ?? '');
  const found = groups.flatMap((group) => group.options);
  const current = found.find((option) => option.value === active) ?? (typed ? found[0] : undefined);

  useEffect(() => {
    field.current?.setCustomValidity(typed ? t('Choose one from the list') : '');
  }, [typed, t]);

  useEffect(() => {
    const form = field.current?.form;
    const reset = () => {
      setTyped(undefined);
      onChoose(resetTo);
    };
    form?.addEventListener('reset', reset);
    return () => form?.removeEventListener('reset', reset);
  });

  function choose(option: Option | undefined) {
    setTyped(undefined);
    setOpen(false);
    if ((option?.value ?? '') !== value) onChoose(option?.value ?? '');
  }

  /** Takes what was typed when only one choice can be meant, and never guesses. */
  function settle() {
    setOpen(false);
    if (typed === undefined) return;
    const meant = found.find((option) => sameWords(option.label, typed));
    const only = found.length === 1 ? found[0] : undefined;
    choose(typed.trim() ? (meant ?? only) : undefined);
    if (typed.trim() && !meant && !only) setTyped(typed);
  }

  function move(to: 'next' | 'previous' | 'first' | 'last') {
    const from = isOpen ? found.findIndex((option) => option === current) : -1;
    const steps = { next: from + 1, previous: from - 1, first: 0, last: found.length - 1 };
    const chosen = found.find((option) => option.value === value);
    const next = !isOpen && chosen ? chosen : found.at(steps[to] % (found.length || 1));
    setActive(next?.value);
    setOpen(true);
  }

  function press(event: KeyboardEvent) {
    const moves = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const;
    if (event.key in moves && (isOpen || event.key.startsWith('Arrow'))) {
      event.preventDefault();
      move(moves[event.key as keyof typeof moves]);
    } else if (event.key === 'Escape' && isOpen) {
      // The first Escape belongs to the list, not to the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter') {
      if (isOpen) event.preventDefault();
      if (isOpen && current) choose(current);
      else settle();
    }
  }

  function type(text: string) {
    setTyped(text);
    setActive(undefined);
    setOpen(true);
  }

  return { field, typed, type, isOpen, setOpen, groups, found, current, choose, settle, press };
}
