import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Field } from '../../web/forms/Field.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { useDebounced } from '../../web/useDebounced.ts';
import { useWords } from '../../web/words.tsx';
import { type PersonRecord, personAddress } from '../../shared/person-address.ts';
import { type FoundPeople, searchPeople } from './person.contract.ts';
import { SHORTEST_SEARCH } from './person.rules.ts';

/** As what somebody is known by a record. */
const RECORD_LABELS: Readonly<Record<PersonRecord, string>> = {
  signature: words('Signature'),
  paper: words('Signature on paper'),
  application: words('Application'),
  contact: words('Message'),
  volunteer: words('Volunteer application'),
  partner: words('Partnership application'),
  account: words('Account'),
  donation: words('Donation'),
  mail: words('Email'),
};

/** The same of a signature, by whether it counts. */
const SIGNATURES = {
  confirmed: words('Signature, confirmed'),
  unconfirmed: words('Signature, not confirmed yet'),
  invalidated: words('Signature, no longer counts'),
} as const;

/** What is asked for is looked for once the typing pauses. */
const pauseMs = 300;

const isEnough = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= SHORTEST_SEARCH;

type FoundPerson = FoundPeople['people'][number];

export interface PeopleSearchProps {
  /** Called with the person who was chosen; without it each leads to the page of a person. */
  onChoose?: (person: FoundPerson) => void;
  /** Addresses that are not offered. */
  without?: readonly string[];
  /** What else is found, in a search for more than people. */
  others?: { label: string; hint: string; found: (search: string) => ReactNode } | undefined;
}

/** Finds people by name, address or reference. What is typed stays out of the address: it may be one of a person. */
export function PeopleSearch({ onChoose, without = [], others }: PeopleSearchProps) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), pauseMs);
  const isAsked = isEnough(search);
  const { data, error, isFetching } = useQuery({
    queryKey: [searchPeople.name, search],
    queryFn: ({ signal }) => call(searchPeople, { body: { search }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // Words about people do not stay in memory for longer than they are looked at.
    gcTime: 0,
  });
  const isClosed = !isEnough(typed);
  const label = others?.label ?? t('Search people');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="relative grid gap-2" aria-label={label}>
      <Field label={label} hint={others?.hint ?? t('By name, email address or reference')}>
        <TextInput
          ref={field}
          data-autofocus
          type="search"
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== '') {
              event.preventDefault();
              setTyped('');
            }
          }}
        />
      </Field>
      <div aria-live="polite" aria-busy={isFetching}>
        {isClosed ? null : error ? (
          <p className="error">
            {t(sentenceOf(error, words('The search did not work. Please try again.')))}
          </p>
        ) : data && isAsked ? (
          <Found
            people={data.people.filter(
              ({ email, mergedWith }) =>
                ![email, ...mergedWith].some((one) => without.includes(one)),
            )}
            hasMore={data.hasMore}
            onChoose={onChoose}
          />
        ) : (
          <p className="hint">{t('Searching...')}</p>
        )}
      </div>
      {others && isAsked && !isClosed ? others.found(search) : null}
    </search>
  );
}

interface FoundProps extends FoundPeople {
  onChoose: PeopleSearchProps['onChoose'];
}

const entry =
  'grid w-full min-h-11 gap-x-4 px-4 py-2 text-start no-underline hover:bg-paper sm:grid-cols-[minmax(0,1fr)_auto]';

function Found({ people, hasMore, onChoose }: FoundProps) {
  const t = useWords();
  if (people.length === 0) return <p className="hint">{t('Nobody matches this search.')}</p>;
  return (
    <>
      <p className="sr-only">
        {t('{count, plural, one {# person found} other {# people found}}', {
          count: people.length,
        })}
      </p>
      <ul className="max-h-96 overflow-auto edged border-line bg-raised">
        {people.map((person) => (
          <li key={person.email} className="edged-b border-rule">
            {onChoose ? (
              <button type="button" className={entry} onClick={() => onChoose(person)}>
                <FoundEntry {...person} />
              </button>
            ) : (
              <a {...linkTo(personAddress(person.record, person.id))} className={entry}>
                <FoundEntry {...person} />
              </a>
            )}
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p className="hint">{t('There are more. Type more of the name or the address.')}</p>
      ) : null}
    </>
  );
}

function FoundEntry({ email, mergedWith, name, records, signature }: FoundPerson) {
  const t = useWords();
  const addresses = [email, ...mergedWith].join(', ');
  return (
    <>
      <span className="grid [overflow-wrap:anywhere]">
        <bdi className="bold text-heading underline decoration-line decoration-[1.5px] underline-offset-[0.2em]">
          {name || addresses}
        </bdi>{' '}
        {name ? <span className="text-[0.9375rem] text-muted">{addresses}</span> : null}
      </span>{' '}
      <span className="self-center text-[0.875rem] text-muted">
        {records
          .map((one) =>
            t(one === 'signature' && signature ? SIGNATURES[signature] : RECORD_LABELS[one]),
          )
          .join(', ')}
      </span>
    </>
  );
}
