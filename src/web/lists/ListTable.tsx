import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { ChoiceList, ListChoices } from '../../shared/list-choices.ts';
import { sentenceOf } from '../api.ts';
import type { ListAddress } from './useList.ts';
import { useWords } from '../words.tsx';
import { columnChoice } from './choices/columnChoice.ts';
import { useListChoices } from './choices/listChoices.tsx';
import { Button } from '../ui/Button.tsx';
import { type Column, DataTable, type DataTableProps, type Sort } from './DataTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ListTools } from './ListTools.tsx';

/** The rows to show: the result of `useList`, or of a query with its `rows`. */
interface List<Row> extends Partial<ListAddress> {
  rows: readonly Row[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
  total?: number;
  isCounted?: boolean;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

interface ListTableProps<Row extends RowData>
  extends Pick<
    DataTableProps<Row>,
    | 'caption'
    | 'columns'
    | 'loadingLabel'
    | 'onRow'
    | 'openRow'
    | 'details'
    | 'selection'
    | 'isEndless'
  > {
  /** Where columns and views can be chosen: under which they are kept. */
  name?: ChoiceList;
  list: List<Row>;
  /** A `FilterBar`; what the list offers besides follows in the same line. */
  filters?: ReactNode;
  /** What can be done with the list as a whole, in the same line. */
  actions?: ReactNode;
  /** The order of a list that is asked for none: a column's id, with a minus in front for the last ones first. */
  defaultSort?: string;
  /** Said, in the reader's language, when the rows could not be fetched and the server gave no reason. */
  failedLabel: string;
  /** Said of a list in which nothing is yet. */
  emptyLabel: string;
}

/** A list of the server's with all its moods: it comes page by page, and says when nothing matches. */
export function ListTable<Row extends RowData & { id: string | number }>(
  props: ListTableProps<Row>,
) {
  const {
    name,
    list,
    filters,
    actions,
    columns,
    defaultSort = '',
    failedLabel,
    emptyLabel,
    ...table
  } = props;
  const t = useWords();
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const { question = {}, askOnly = () => undefined } = list;
  const { choices, change, isKnown, again } = useListChoices(name);
  const choice = columnChoice(columns, choices.columns, (ids) => change({ columns: ids }));
  useDefaultView({ choices, isKnown, question, onAsk: askOnly });
  return (
    <div className="data">
      {filters || name ? (
        <div className="list-tools">
          {filters}
          {actions}
          {name ? (
            <ListTools
              isKnown={isKnown}
              onAgain={again}
              columns={choice}
              views={{ choices, onChange: change, question, onAsk: askOnly }}
            />
          ) : null}
        </div>
      ) : null}
      <DataTable
        isEndless
        {...table}
        {...sortingOf(list, defaultSort)}
        // The order that someone has chosen holds on a phone, too.
        columns={choice.isUsual ? choice.shown : choice.shown.map(withoutPlace)}
        rows={list.rows}
        rowKey={({ id }) => id}
        total={list.total ?? 0}
        isTotalLeast={list.isCounted === false}
        isLoading={list.isFetching}
        error={error ? t(sentenceOf(error, failedLabel)) : undefined}
        onRetry={() => void list.refetch()}
        onLoadMore={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage?.() : undefined}
        empty={
          list.isNarrowed ? (
            <EmptyState
              title={t('No results.')}
              action={<Button onClick={list.showAll}>{t('Show everything')}</Button>}
            />
          ) : (
            emptyLabel
          )
        }
      />
    </div>
  );
}

const withoutPlace = <Row,>({ onPhone: _, ...column }: Column<Row>): Column<Row> => column;

/** The order that the address asks for, of a list that can be asked for one. */
function sortingOf({ asked, ask }: Partial<ListAddress>, defaultSort: string) {
  const { sort } = asked ?? {};
  if (sort === undefined) return {};
  const inOrder = sort || defaultSort;
  return {
    ...(inOrder
      ? {
          sort: { id: inOrder.replace('-', ''), desc: inOrder.startsWith('-') },
        }
      : {}),
    onSort: ({ id, desc }: Sort) => ask?.({ sort: `${desc ? '-' : ''}${id}` }),
  };
}

interface Opening {
  question: ListAddress['question'];
  onAsk: ListAddress['askOnly'];
  choices: ListChoices;
  isKnown: boolean;
}

/** Opens a list that is asked nothing with the view that was chosen for that, once. */
function useDefaultView({ choices, isKnown, question, onAsk }: Opening) {
  const isDone = useRef(false);
  const open = useEffectEvent(() => {
    if (isDone.current) return;
    isDone.current = true;
    const view = choices.views.find(({ name }) => name === choices.defaultView);
    // A link's own query wins over the default view.
    if (view && Object.keys(question).length === 0 && !location.search)
      onAsk(view.query, { replace: true });
  });
  useEffect(() => {
    if (isKnown) open();
  }, [isKnown]);
}
