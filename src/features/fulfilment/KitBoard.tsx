import { useState } from 'react';
import { APPLICATION_STEPS } from '../application/application.rules.ts';
import { linkTo } from '../../web/address.ts';
import { sentenceOf } from '../../web/api.ts';
import { words } from '../../shared/words.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/ui/Checkbox.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { useTitle } from '../../web/useTitle.ts';
import { useWords } from '../../web/words.tsx';
import {
  BOARD,
  BOARD_LABELS,
  type BoardStatus,
  DEED_LABELS,
  DEEDS,
  type Deed,
} from './fulfilment.rules.ts';
import type { KitCard } from './fulfilment.contract.ts';
import { KitDeed } from './KitDeed.tsx';
import { KitLine } from './KitLine.tsx';
import { Labels } from './Labels.tsx';
import { useKits } from './useKits.ts';

/** Where every application stands between submitted and delivered, and what is done with it next. */
export function KitBoard() {
  const t = useWords();
  useTitle(t('Applications and kits'));
  const kits = useKits();
  const { data, error, isFetching, refetch } = kits.board;
  const counted = (status: BoardStatus) =>
    data ? `${t(BOARD_LABELS[status])} (${data.counts[status]})` : t(BOARD_LABELS[status]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-[1.5rem]">{t('Applications and kits')}</h2>
        <Button {...linkTo('/admin/submissions')}>{t('Back to Summary')}</Button>
      </header>
      <Filters kits={kits} overdue={data?.overdue ?? 0} />
      {error && !data ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(error, words('The board could not be loaded. Please try again.')))}</p>
          <Button pending={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Notice>
      ) : null}
      <Tabs
        look="line"
        label={t('Where applications stand')}
        value={kits.status}
        onChange={(status) => kits.show({ status: status as BoardStatus })}
        tabs={BOARD.map((status) => ({
          value: status,
          label: counted(status),
          content:
            status !== kits.status ? null : data ? (
              <Column key={status} status={status} kits={data.kits} total={data.total} />
            ) : error ? null : (
              <Loading>{t('Loading the board...')}</Loading>
            ),
        }))}
      />
    </div>
  );
}

function Filters({ kits, overdue }: { kits: ReturnType<typeof useKits>; overdue: number }) {
  const t = useWords();
  return (
    <div role="search" className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <Field
        label={t('Search')}
        hint={t('Reference, name or email')}
        className="min-w-0 flex-1 basis-60"
      >
        <TextInput
          key={kits.search}
          type="search"
          defaultValue={kits.search}
          maxLength={100}
          onBlur={(event) => kits.show({ search: event.currentTarget.value.trim() })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') kits.show({ search: event.currentTarget.value.trim() });
          }}
        />
      </Field>
      <Checkbox
        label={t('Only overdue ({count})', { count: overdue })}
        checked={kits.overdue}
        onChange={(event) => kits.show({ overdue: event.currentTarget.checked })}
      />
    </div>
  );
}

interface ColumnProps {
  status: BoardStatus;
  kits: readonly KitCard[];
  /** How many there are, shown or not. */
  total: number;
}

/** One column, oldest first, with what can be done with those that are chosen. */
function Column({ status, kits, total }: ColumnProps) {
  const t = useWords();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deed, setDeed] = useState<Deed>();
  const [prints, setPrints] = useState(false);
  const picked = kits.filter(({ id }) => chosen.has(id));
  const isAll = kits.length > 0 && picked.length === kits.length;
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (isChosen) after.add(id);
        else after.delete(id);
      return after;
    });
  if (kits.length === 0) return <EmptyState title={t('Nothing stands here.')} />;
  const deeds = DEEDS.filter((one) => APPLICATION_STEPS[status].includes(one));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Checkbox
          label={t('Choose all {count} shown', { count: kits.length })}
          checked={isAll}
          onChange={(event) =>
            choose(
              kits.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
        {total > kits.length ? (
          <p className="hint">
            {t('The {count} oldest of {total} are shown.', { count: kits.length, total })}
          </p>
        ) : null}
      </div>
      <ul className="edged-t border-rule">
        {kits.map((kit) => (
          <li key={kit.id} className="edged-b border-rule">
            <KitLine
              kit={kit}
              isChosen={chosen.has(kit.id)}
              onChoose={(is) => choose([kit.id], is)}
            />
          </li>
        ))}
      </ul>
      {deeds.length > 0 && picked.length > 0 ? (
        <section
          aria-label={t('With what is chosen')}
          className="sticky bottom-0 grid gap-2 edged-t border-rule bg-paper py-3"
        >
          <p role="status" className="bold">
            {t('{count, plural, one {# is chosen.} other {# are chosen.}}', {
              count: picked.length,
            })}
          </p>
          <div className="actions">
            {deeds.map((one) => (
              <Button
                key={one}
                variant={
                  one === 'cancelled'
                    ? 'danger'
                    : one === 'needs_information'
                      ? 'secondary'
                      : 'primary'
                }
                onClick={() => setDeed(one)}
              >
                {t(DEED_LABELS[one])}
              </Button>
            ))}
            {status === 'approved' ? (
              <Button onClick={() => setPrints(true)}>{t('Print labels...')}</Button>
            ) : null}
          </div>
        </section>
      ) : null}
      <KitDeed
        key={deed}
        deed={deed}
        kits={picked}
        onClose={() => setDeed(undefined)}
        onDone={() => {
          setDeed(undefined);
          setChosen(new Set());
        }}
      />
      <Labels
        ids={prints ? picked.map(({ id }) => id) : undefined}
        onClose={() => setPrints(false)}
      />
    </div>
  );
}
