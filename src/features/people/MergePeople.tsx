import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { words } from '../../shared/words.ts';
import { useAction } from '../../web/actions/useAction.ts';
import { call } from '../../web/api.ts';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ErrorNotice } from '../../web/ui/Notice.tsx';
import { LazyPanel } from '../../web/loading/LazyPanel.tsx';
import { lazyPart } from '../../web/loading/lazyPart.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { mergePeople, type RecordRef, undoMerge } from './merge.contract.ts';
import { findPerson, type OfAddress, type Person } from './person.contract.ts';
import { useRequestCounts } from './useRequestCounts.ts';

const Search = lazyPart(async () => (await import('./PeopleSearch.tsx')).PeopleSearch, 'overview');

/** What a merge is not. */
export const MERGED_ONLY_HERE = words(
  'Only the dashboard shows them together. Emails, access, downloads and deletion still apply to each address alone.',
);

/** Finds another person, compares both, and shows their addresses as one person from then on. */
export function MergePeople({ person }: { person: Person }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<RecordRef>();
  const [first] = person.addresses;
  const undo = useAction((id: string) => call(undoMerge, { params: { id } }), {
    done: t('Addresses separated'),
    failed: t('Undo failed'),
    refresh: 'all',
  });
  const merge = useAction(
    ({ of, body }: { of: RecordRef; body: RecordRef }) => call(mergePeople, { params: of, body }),
    {
      refresh: 'all',
      onDone: ({ id, message }) => {
        close();
        toast({
          title: t('Addresses merged'),
          description: t(message),
          action: { label: t('Undo'), press: () => void undo.run(id) },
        });
      },
    },
  );

  function close() {
    setOpen(false);
    setChosen(undefined);
    merge.reset();
  }

  if (!first) return null;
  const of = { record: first.record, id: first.id };
  return (
    <>
      <Button
        variant="quiet"
        className="flush justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('Merge with another address')}
      </Button>
      <Dialog open={isOpen} onClose={close} title={t('Merge with another address')} size="3xl">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {chosen ? (
            <>
              <Comparison person={person} other={chosen} />
              <p className="hint">{t(MERGED_ONLY_HERE)}</p>
              <ErrorNotice sentence={merge.failure} />
              <div className="actions">
                <Button
                  variant="primary"
                  pending={merge.isPending}
                  onClick={() => void merge.run({ of, body: chosen })}
                >
                  {t('Merge')}
                </Button>
                <Button
                  onClick={() => {
                    setChosen(undefined);
                    merge.reset();
                  }}
                >
                  {t('Choose someone else')}
                </Button>
              </div>
            </>
          ) : (
            <LazyPanel
              part={Search}
              props={{
                without: person.addresses.map(({ email }) => email),
                onChoose: ({ record, id }) => setChosen({ record, id }),
              }}
            />
          )}
        </div>
      </Dialog>
    </>
  );
}

function Comparison({ person, other }: { person: Person; other: RecordRef }) {
  const t = useWords();
  const query = useQuery(read(findPerson, { params: other }));
  // The entry of the search that was pressed is gone.
  const start = useRef<HTMLElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
      <Side ref={start} title={t('This person')} person={person} />
      {query.data ? (
        <Side title={t('The other person')} person={query.data} />
      ) : query.error ? (
        <LoadError
          query={query}
          fallback={words('This person could not be loaded. Please try again.')}
        />
      ) : (
        <Loading>{t('Loading the person...')}</Loading>
      )}
    </div>
  );
}

interface SideProps {
  ref?: Ref<HTMLElement>;
  title: string;
  person: Person;
}

function Side({ ref, title, person: { addresses } }: SideProps) {
  const t = useWords();
  const [name, ...others] = new Set(addresses.flatMap(({ names }) => names));
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="grid content-start gap-3 edged border-line bg-raised p-4"
      aria-label={title}
    >
      <p className="text-[0.875rem] text-muted">{title}</p>
      {name ? (
        <h3 className="text-[1.125rem]">
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
        </h3>
      ) : null}
      {others.length > 0 ? (
        <p className="hint">
          {t('Also as: {names}', {
            names: others.map((one) => t('“{name}”', { name: one })).join(', '),
          })}
        </p>
      ) : null}
      <ul className="grid gap-3">
        {addresses.map((one) => (
          <li key={one.email}>
            <bdi className="text-[0.9375rem] [overflow-wrap:anywhere]">{one.email}</bdi>
            <Counts of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many records there are with an address, of those that the reader may see. */
function Counts({ of }: { of: OfAddress }) {
  const t = useWords();
  const countsOf = useRequestCounts();
  const { signature, paperSignatures, applications, account, donations, mails } = of;
  const sent = mails?.sent ?? 0;
  const given = donations?.count ?? 0;
  const counts = [
    account && t('Account'),
    signature && t('Signature'),
    paperSignatures.length > 0 &&
      t('{count, plural, one {# signature on paper} other {# signatures on paper}}', {
        count: paperSignatures.length,
      }),
    applications.length > 0 &&
      t('{count, plural, one {# application} other {# applications}}', {
        count: applications.length,
      }),
    ...countsOf(of.requests),
    given > 0 && t('{count, plural, one {# donation} other {# donations}}', { count: given }),
    sent > 0 &&
      t('{count, plural, one {# email from us} other {# emails from us}}', { count: sent }),
  ].filter(Boolean);
  return (
    <ul className="text-[0.9375rem] text-muted">
      {counts.map((one) => (
        <li key={String(one)}>{one}</li>
      ))}
    </ul>
  );
}
