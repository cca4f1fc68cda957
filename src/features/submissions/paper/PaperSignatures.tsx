import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { download } from '../../../web/api.ts';
import { dateColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { FilterBar, SearchFilter } from '../../../web/lists/Filters.tsx';
import { DownloadRows } from '../../../web/lists/DownloadRows.tsx';
import { ListHeading } from '../../../web/lists/ListHeading.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { Shrunk } from '../../../web/lists/Shrunk.tsx';
import { ANY_TEXT, useList } from '../../../web/lists/useList.ts';
import { useOpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { rowsOf } from '../../../web/lists/useRows.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { readSignatureTrend } from '../signatures/signature.contract.ts';
import {
  exportPaperSignatures,
  listPaperSignatures,
  type PaperSignature,
} from './paper-signature.contract.ts';
import { PaperSignatureDetail } from './PaperSignatureDetail.tsx';
import { SheetForm } from './SheetForm.tsx';

const PAPER_SIGNATURES = rowsOf(listPaperSignatures);

/** Everybody who has signed on paper: apart from who has signed online, with a number of their own. */
export function PaperSignatures() {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isEntering, setEntering] = useState(false);
  const list = usePaperSignatures();
  const { data } = useQuery({
    ...read(readSignatureTrend),
    refetchOnMount: 'always',
  });
  const close = () => setEntering(false);
  return (
    <section className="list-page" aria-labelledby="paper-signatures">
      <ListHeading
        id="paper-signatures"
        ref={heading}
        title={t('Paper signatures')}
        figures={
          data ? (
            <p>
              {t(
                '{count, plural, one {# signature} other {# signatures}} on paper. Not included in any other count.',
                { count: data.onPaper },
              )}
            </p>
          ) : null
        }
      >
        <IfCan permission="submissions:export">
          <DownloadRows
            file="paper-signatures.csv"
            fetchRows={() => download(exportPaperSignatures, { query: list.question })}
            list={list}
            counted={words('{count, plural, one {# signature} other {# signatures}}')}
          />
        </IfCan>
        <IfCan permission="declarations:invalidate">
          <Button variant="primary" onClick={() => setEntering(true)}>
            <Shrunk icon="plus">{t('Enter a sheet...')}</Shrunk>
          </Button>
        </IfCan>
      </ListHeading>
      {/* The row whose details were open has gone. */}
      <PaperSignatureList list={list} onDeleted={() => heading.current?.focus()} />
      <Dialog open={isEntering} onClose={close} title={t('Enter a sheet')} size="4xl" keepsInput>
        <SheetForm onCancel={close} onEntered={close} />
      </Dialog>
    </section>
  );
}

const usePaperSignatures = () =>
  useList(PAPER_SIGNATURES, {
    search: ANY_TEXT,
    sort: ['enteredAt', '-enteredAt', 'fullName', '-fullName', 'sheet', '-sheet'],
  });

interface PaperSignatureListProps {
  list: ReturnType<typeof usePaperSignatures>;
  onDeleted: () => void;
}

function PaperSignatureList({ list, onDeleted }: PaperSignatureListProps) {
  const t = useWords();
  const opened = useOpenedRow(PAPER_SIGNATURES, list.rows, [], list);
  const columns = useColumns();
  return (
    <>
      <ListTable
        caption={t('Paper signatures')}
        filters={
          <FilterBar
            search={<SearchFilter list={list} label={t('Search by name or sheet number')} />}
          />
        }
        columns={columns}
        list={list}
        defaultSort="-enteredAt"
        onRow={opened.open}
        openRow={opened.row?.id}
        loadingLabel={t('Loading the list...')}
        failedLabel={t('The list could not be loaded. Please try again.')}
        emptyLabel={t('No paper signatures yet. Enter the first sheet when you have it.')}
      />
      <PaperSignatureDetail opened={opened} onDeleted={onDeleted} />
    </>
  );
}

function useColumns(): Column<PaperSignature>[] {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  return [
    {
      id: 'fullName',
      header: t('Full name'),
      sortable: true,
      cell: ({ fullName }) => <bdi className="[overflow-wrap:anywhere]">{fullName}</bdi>,
    },
    {
      id: 'sheet',
      onPhone: 'below',
      header: t('Sheet number'),
      sortable: true,
      cell: ({ sheet }) => sheet,
    },
    { id: 'line', header: t('Line'), numeric: true, cell: ({ line }) => line },
    { id: 'country', header: t('Country'), onPhone: 'beside', cell: ({ country }) => t(country) },
    dateColumn('signedOn', t('Date on the sheet'), ({ signedOn }) => dayInWords(signedOn), {
      onPhone: 'end',
    }),
    dateColumn('enteredAt', t('Entered on'), ({ enteredAt }) => dateTimeOf(enteredAt), {
      sortable: true,
    }),
  ];
}
