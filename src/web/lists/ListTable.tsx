import type { RowData } from '@tanstack/react-table';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ChoiceList, ListChoices } from '../../shared/list-choices.ts';
import { sentenceOf } from '../api.ts';
import type { Rows } from './useRows.ts';
import { useWords } from '../words.tsx';
import { columnChoice } from './columnChoice.ts';
import { useListChoices } from './listChoices.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type DataTableProps, type Sort } from './DataTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ListTools } from './ListTools.tsx';

interface ListTableProps<Row extends RowData>
  extends Pick<
    DataTableProps<Row>,
    'caption' | 'columns' | 'loadingLabel' | 'onRow' | 'selection'
  > {
  /** Where columns and views can be chosen: under which they are kept. */
  name?: ChoiceList;
  /** What the list is asked: the parts that are filled, as the address has them. */
  question?: Readonly<Record<string, string>>;
  /** Asks the list that and nothing else. */
  onAsk?: (question: Record<string, string>, how?: { replace: boolean }) => void;
  list: Rows<Row>;
  /** A column's id, with a minus in front for the last ones first; empty is the server's own order. */
  sort?: string;
  /** Given where the server sorts. */
  onSort?: (sort: string) => void;
  /** Said, in the reader's language, when the rows could not be fetched and the server gave no reason. */
  failedLabel: string;
  /** Said of a list in which nothing is yet. */
  emptyLabel: string;
  isNarrowed: boolean;
  onShowAll: () => void;
}

const sortOf = (text: string): Sort => ({ id: text.replace('-', ''), desc: text.startsWith('-') });

/** A list of the server's with all its moods: it comes page by page, and says when nothing matches. */
export function ListTable<Row extends RowData & { id: string | number }>(
  props: ListTableProps<Row>,
) {
  const { list, sort, onSort, failedLabel, emptyLabel, isNarrowed, onShowAll, ...rest } = props;
  const { name, columns, question = {}, onAsk = () => undefined, ...table } = rest;
  const t = useWords();
  const { error, hasNextPage, isFetchingNextPage } = list;
  const { choices, change, isKnown, again } = useListChoices(name);
  const choice = columnChoice(columns, choices.columns, (ids) => change({ columns: ids }));
  useDefaultView({ choices, isKnown, question, onAsk });
  return (
    <DataTable
      {...table}
      columns={choice.shown}
      tools={
        name ? (
          <ListTools
            isKnown={isKnown}
            onAgain={again}
            columns={choice}
            views={{ choices, onChange: change, question, onAsk }}
          />
        ) : null
      }
      rows={list.rows}
      rowKey={({ id }) => id}
      total={list.total}
      isTotalLeast={!list.isCounted}
      {...(sort ? { sort: sortOf(sort) } : {})}
      {...(onSort ? { onSort: ({ id, desc }) => onSort(`${desc ? '-' : ''}${id}`) } : {})}
      isLoading={list.isFetching}
      error={error ? t(sentenceOf(error, failedLabel)) : undefined}
      onRetry={() => void list.refetch()}
      onLoadMore={hasNextPage && !isFetchingNextPage ? () => void list.fetchNextPage() : undefined}
      isEndless
      empty={
        isNarrowed ? (
          <EmptyState
            title={t('Nothing matches.')}
            action={<Button onClick={onShowAll}>{t('Show everything')}</Button>}
          />
        ) : (
          emptyLabel
        )
      }
    />
  );
}

interface Opening extends Required<Pick<ListTableProps<{ id: string }>, 'question' | 'onAsk'>> {
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
    // What is opened by a link is opened as the link says.
    if (view && Object.keys(question).length === 0 && !location.search)
      onAsk(view.query, { replace: true });
  });
  useEffect(() => {
    if (isKnown) open();
  }, [isKnown]);
}
