import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../../shared/words.ts';
import { go, useAddress } from '../../web/address.ts';
import { CallError, sentenceOf } from '../../web/api.ts';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { EmptyState } from '../../web/lists/EmptyState.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';
import { recordIn } from '../../shared/person-address.ts';
import { findPerson } from './person.contract.ts';
import { IfCan } from '../../web/permissions.tsx';
import type { RecordRef } from './merge.contract.ts';
import { MergePeople } from './MergePeople.tsx';
import { PersonData } from './personal-data/PersonData.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PersonNoteForm } from './notes/PersonNoteForm.tsx';
import { PersonAddresses } from './PersonAddresses.tsx';
import { PersonFacts } from './PersonFacts.tsx';
import { PersonTimeline } from './PersonTimeline.tsx';
import type { Places } from './places.rules.ts';

/** What other features add. */
export interface PersonParts {
  /** Where to go when the person is erased. */
  startPath: string;
  /** The button that writes to one of their addresses. */
  writeTo: (addresses: readonly [string, ...string[]]) => ReactNode;
  tagsOf: (of: RecordRef, tags: readonly string[]) => ReactNode;
}

interface PersonPageProps extends PersonParts {
  places: Places;
}

const HOW_TO_OPEN = words('Search for someone, or open this page from a record.');

/** Everything known of the person whom the address names by a record of theirs. */
export function PersonPage({ places, ...parts }: PersonPageProps) {
  const t = useWords();
  const { query } = useAddress();
  const of = recordIn(query.get('of') ?? '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {of ? (
        <KnownPerson key={of.id} of={of} places={places} {...parts} />
      ) : (
        <EmptyState title={t('No person selected')}>{t(HOW_TO_OPEN)}</EmptyState>
      )}
    </div>
  );
}

interface KnownPersonProps extends PersonPageProps {
  of: RecordRef;
}

function KnownPerson({ of, places, startPath, writeTo, tagsOf }: KnownPersonProps) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLFormElement>(null);
  // Every look is written down, so one that is repeated by itself would be a lie.
  const { data, error, isFetching, refetch } = useQuery(read(findPerson, { params: of }));
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);
  const isFinal = error instanceof CallError && [400, 403, 404].includes(error.status);
  // What was erased is not shown from memory.
  if (!data || isFinal) {
    if (!error) return <Loading>{t('Loading the person...')}</Loading>;
    const sentence = t(
      sentenceOf(error, words('This person could not be loaded. Please try again.')),
    );
    if (isFinal)
      return (
        <div role="alert">
          <EmptyState title={sentence}>{t(HOW_TO_OPEN)}</EmptyState>
        </div>
      );
    return (
      <Notice role="alert" tone="danger">
        <p>{sentence}</p>
        <Button pending={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </Notice>
    );
  }
  const { addresses } = data;
  const [first] = addresses;
  const [name = first?.email, ...others] = [...new Set(addresses.flatMap(({ names }) => names))];
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="person">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <h2 id="person" ref={heading} tabIndex={-1} className="text-[1.75rem]">
              <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            </h2>
            {addresses.length > 1 || name === first?.email ? null : (
              <p className="text-muted [overflow-wrap:anywhere]">{first?.email}</p>
            )}
            {others.length > 0 ? (
              <p className="hint">
                {t('Also as: {names}', {
                  names: others.map((one) => t('“{name}”', { name: one })).join(', '),
                })}
              </p>
            ) : null}
          </div>
          <div className="actions">
            <IfCan permission="mail:send">
              {first
                ? writeTo([first.email, ...addresses.slice(1).map(({ email }) => email)])
                : null}
            </IfCan>
            <IfCan permission="submissions:triage">
              <Button onClick={() => note.current?.querySelector('textarea')?.focus()}>
                {t('Write a note')}
              </Button>
            </IfCan>
          </div>
        </div>
        <NextSteps steps={data.next} places={places} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PersonFacts person={data} places={places} />
          {addresses.length > 1 ? (
            <PersonAddresses person={data} onSeparated={() => heading.current?.focus()} />
          ) : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:row-span-2">
          <IfCan permission="submissions:triage">
            <PersonNoteForm of={of} ref={note} />
          </IfCan>
          <PersonTimeline of={of} places={places} hasSeveralAddresses={addresses.length > 1} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <IfCan permission="submissions:triage">
            <MergePeople person={data} />
          </IfCan>
          {tagsOf(of, data.tags)}
          <IfCan permission="users:grant">
            <PersonData person={data} onErased={() => go(startPath)} />
          </IfCan>
        </div>
      </div>
    </article>
  );
}
