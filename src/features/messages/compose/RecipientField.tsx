import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { Listbox } from '../../../web/forms/Listbox.tsx';
import { useDebounced } from '../../../web/useDebounced.ts';
import { useWords } from '../../../web/words.tsx';
import { findRecipients, type Person } from '../core/message.contract.ts';
import { TeamMark, useNameOf } from '../core/MemberName.tsx';

/** As many as a person looks through; who is not among them types more. */
const mostFound = 20;

/** So that a search is not sent after every letter. */
const pauseMs = 250;

interface RecipientChoice {
  recipient: Person | undefined;
  onChoose: (recipient: Person | undefined) => void;
}

/** Finds the member to write to, on the server, by the beginning of a name: the ARIA combobox pattern. */
export function RecipientField({
  error,
  ...choice
}: RecipientChoice & { error?: string | undefined }) {
  const t = useWords();
  const id = useId();
  const nameOf = useNameOf();
  const { recipient } = choice;
  const { typed, found, active, isOpen, isFresh, failure, ...on } = useRecipientSearch(choice);
  const isListed = isOpen && found.length + (isFresh ? 1 : 0) > 0;

  const options = found.map((person) => ({
    value: person.id,
    label: nameOf(person),
    ...(person.isTeam ? { mark: <TeamMark /> } : {}),
  }));
  const hint = typed && !isOpen ? t('Choose one from the list') : t('Start typing a name.');
  const status = isFresh
    ? t('{count, plural, =0 {Nothing found} one {# choice} other {# choices}}', {
        count: found.length,
      })
    : t('Searching...');
  return (
    <Field label={t('Recipient')} id={`${id}-field`} hint={hint} error={error}>
      {(wiring) => (
        <span className="select">
          <input
            {...wiring}
            className="input"
            type="text"
            role="combobox"
            autoComplete="off"
            dir="auto"
            maxLength={200}
            required
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={`${id}-list`}
            aria-activedescendant={isListed && active ? `${id}-${active.id}` : undefined}
            value={typed ?? (recipient ? nameOf(recipient) : '')}
            onChange={(event) => on.type(event.target.value)}
            onClick={on.open}
            onFocus={(event) => event.target.select()}
            onKeyDown={on.press}
            onBlur={on.leave}
          />
          <input type="hidden" name="recipientId" value={recipient?.id ?? ''} />
          <Listbox
            id={id}
            isOpen={isListed}
            groups={options.length > 0 ? [{ label: '', options }] : []}
            chosen={recipient?.id ?? ''}
            active={active?.id}
            onChoose={({ value }) => on.choose(found.find((person) => person.id === value))}
          />
          <span className="sr-only" role="status">
            {isOpen ? status : null}
          </span>
          {failure ? (
            <p role="alert" className="error">
              {t(sentenceOf(failure, words('The search did not work. Please try again.')))}
            </p>
          ) : null}
        </span>
      )}
    </Field>
  );
}

/** What is typed, whom that finds and which of them is marked; a choice is undone by typing on. */
function useRecipientSearch({ recipient, onChoose }: RecipientChoice) {
  const nameOf = useNameOf();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  // Not by its place: the list may change between two keys.
  const [marked, setMarked] = useState<string>();
  const { found, isFresh, failure } = useFound(typed, isOpen);
  const active =
    found.find((person) => person.id === marked) ?? (isFresh && typed ? found[0] : undefined);

  if (recipient && typed !== undefined) setTyped(undefined);

  function choose(person: Person | undefined) {
    setOpen(false);
    setMarked(undefined);
    onChoose(person);
  }

  /** What was typed is taken where it is one member's whole name, and never guessed. */
  const settle = useEffectEvent(() => {
    const [only, ...others] = found.filter(
      (person) => plain(nameOf(person)) === plain(typed ?? ''),
    );
    if (typed && only && others.length === 0) onChoose(only);
  });
  // A fast typist has left the field before the members were found.
  useEffect(() => {
    if (!isOpen && isFresh) settle();
  }, [isOpen, isFresh]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setOpen(true);
      const from = active ? found.indexOf(active) : step > 0 ? -1 : found.length;
      setMarked(found[(from + step + found.length) % found.length]?.id);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'Enter') {
      // Enter in this field chooses and never sends.
      event.preventDefault();
      if (isOpen && active) choose(active);
    }
  }

  return {
    typed,
    found,
    active,
    isOpen,
    isFresh,
    failure,
    choose,
    press,
    open: () => setOpen(true),
    type(text: string) {
      setTyped(text);
      setOpen(true);
      setMarked(undefined);
      // While another name is being typed, the earlier choice must not be sent.
      onChoose(undefined);
    },
    leave() {
      setOpen(false);
      if (typed?.trim() === '') setTyped(undefined);
    },
  };
}

/** Members whose names begin with what was typed last; until they have come those of before who fit it too. */
function useFound(typed: string | undefined, isOpen: boolean) {
  const nameOf = useNameOf();
  const wanted = typed?.trim() ?? '';
  const search = useDebounced(wanted, pauseMs);
  const query = useQuery({
    ...read(findRecipients, { query: { search, limit: mostFound } }),
    enabled: isOpen || wanted !== '',
    placeholderData: keepPreviousData,
    // Members come and go while the page is open.
    staleTime: 30_000,
  });
  const isFresh = query.isSuccess && !query.isPlaceholderData && search === wanted;
  const people = query.data?.map(({ user }) => user) ?? [];
  return {
    found: isFresh ? people : people.filter((one) => plain(nameOf(one)).includes(plain(wanted))),
    isFresh,
    failure: query.error,
  };
}

/** Normalizes as the server does when it compares names, and ignores case and repeated spaces. */
const plain = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
