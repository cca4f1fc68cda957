import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../../../shared/words.ts';
import { linkTo } from '../../../web/address.ts';
import { download } from '../../../web/api.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { ListHeading } from '../../../web/lists/ListHeading.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { Shrunk } from '../../../web/lists/Shrunk.tsx';
import { useOpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { DownloadRows } from '../../../web/lists/DownloadRows.tsx';
import { read } from '../../../web/queries.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { statusLabel } from '../StatusWord.tsx';
import { listTriageChoices } from '../triage/triage.contract.ts';
import { NOBODY } from '../triage/triage.rules.ts';
import { useBulk } from '../bulk/useBulk.tsx';
import { Emailed } from './Emailed.tsx';
import { type Fact, FactValue } from '../kinds/FactValue.tsx';
import { type Entry, type Kind, SUBMISSIONS_PATH } from '../kinds/Kind.tsx';
import { exportSubmissions } from '../kinds/submissions.contract.ts';
import { ListFilters } from './ListFilters.tsx';
import { SubmissionDetail } from './SubmissionDetail.tsx';
import { TriageMark } from '../triage/TriageMark.tsx';
import { type Entries, useEntries } from '../kinds/useEntries.ts';

export interface SubmissionListProps {
  kind: Kind;
  extraOf?: (entry: Entry) => ReactNode;
  /** What is known of all of them, beside the heading. */
  figures?: ReactNode;
  /** What can be done with all that the list shows. */
  actionsFor?: (list: Entries) => ReactNode;
}

/** Everything of one kind: searched, filtered, sorted and fetched by the server. */
export function SubmissionList({ kind, extraOf, figures, actionsFor }: SubmissionListProps) {
  const t = useWords();
  const list = useEntries(kind);
  const columns = useColumns(kind);
  const bulk = useBulk(kind, list);
  const opened = useOpenedRow(kind.list, list.rows, ['kind'], list);

  return (
    <div className="list-page">
      <KindHeading kind={kind} list={list} figures={figures} />
      {actionsFor?.(list)}
      <ListTable
        name={kind.type}
        filters={<ListFilters kind={kind} list={list} />}
        caption={t(kind.label)}
        selection={bulk.selection}
        columns={columns}
        list={list}
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel={t('Loading the list...')}
        failedLabel={t('The list could not be loaded. Please try again.')}
        emptyLabel={t('None yet.')}
      />
      {bulk.bar}
      <SubmissionDetail kind={kind} opened={opened} extraOf={extraOf} />
    </div>
  );
}

interface KindHeadingProps extends Pick<SubmissionListProps, 'kind' | 'figures'> {
  list: Entries;
}

function KindHeading({ kind, list, figures }: KindHeadingProps) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // A visitor who came by a tile needs the focus here; one who moves along the tabs keeps it there.
  useEffect(() => {
    if (!document.activeElement?.closest('[role="tablist"]')) heading.current?.focus();
  }, []);
  return (
    <ListHeading ref={heading} title={t(kind.label)} figures={figures}>
      <Button {...linkTo(SUBMISSIONS_PATH)}>
        <Shrunk icon="back">{t('Back to Summary')}</Shrunk>
      </Button>
      <IfCan permission="submissions:export">
        <Download kind={kind} list={list} />
      </IfCan>
    </ListHeading>
  );
}

function Download({ kind, list }: { kind: Kind; list: Entries }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { country, day, status, owner, tag } = list.asked;
  const { data } = useQuery({ ...read(listTriageChoices), enabled: owner !== '' });
  const name =
    owner === NOBODY ? t('Nobody yet') : data?.owners.find(({ id }) => id === owner)?.name;
  return (
    <DownloadRows
      file={`${kind.type}.csv`}
      fetchRows={() =>
        download(exportSubmissions, { params: { type: kind.type }, query: list.question })
      }
      list={list}
      counted={kind.counted}
      country={country}
      filters={[
        status !== '' && t('status: {status}', { status: t(statusLabel(status)) }),
        owner !== '' && t('owner: {name}', { name: name ?? '…' }),
        tag !== '' && t('tag: {tag}', { tag }),
        day !== '' && dayInWords(day),
      ]}
    />
  );
}

const triageColumn = (header: string): Column<Entry> => ({
  id: 'triage',
  header,
  cell: ({ triage }) => (triage ? <TriageMark triage={triage} /> : null),
});

/** What was typed gives way; what is one of our words is short. */
const yieldsOf = ({ show }: Fact): Pick<Column<Entry>, 'yields'> =>
  show === 'long' ? { yields: 'long' } : show ? {} : { yields: 'text' };

/** Name first, then the kind's columns. */
function useColumns(kind: Kind): Column<Entry>[] {
  const t = useWords();
  const usual = kind.columns.flatMap((id) => kind.facts.filter((fact) => fact.id === id));
  const others = kind.facts.filter((fact) => !usual.includes(fact));
  const placed = (column: Column<Entry>): Column<Entry> => {
    const onPhone = kind.onPhone[column.id];
    return onPhone ? { ...column, onPhone } : column;
  };
  return [
    {
      id: kind.nameColumn.id,
      header: t(kind.nameColumn.label ?? words('Name')),
      ...(kind.nameColumn.sortable ? { sortable: true } : {}),
      cell: (entry) => <Emailed name={entry.name} hasMail={entry.hasMail} />,
    },
    ...(kind.triage ? [placed(triageColumn(t('Status')))] : []),
    ...[...usual, ...others].map((fact) =>
      placed({
        id: fact.id,
        header: t(fact.label),
        isExtra: others.includes(fact),
        numeric: fact.show === 'dollars',
        ...yieldsOf(fact),
        ...(fact.sortable ? { sortable: true } : {}),
        cell: (entry: Entry) => <FactValue fact={fact} values={entry.values} brief />,
      }),
    ),
  ];
}
