import { useRef } from 'react';
import { linkTo } from '../../web/address.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { ListHeading } from '../../web/lists/ListHeading.tsx';
import { Shrunk } from '../../web/lists/Shrunk.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { useTitle } from '../../web/useTitle.ts';
import { useWords } from '../../web/words.tsx';
import { BOARD, BOARD_LABELS, type BoardStatus } from './fulfilment.rules.ts';
import { KitColumn } from './KitColumn.tsx';
import { useKits } from './useKits.ts';

/** Every application between submitted and delivered, with its next step. */
export function KitBoard() {
  const t = useWords();
  useTitle(t('Applications and kits'));
  const kits = useKits();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = kits.board;
  const counted = (status: BoardStatus) => {
    const n = kits.numberText(status);
    return n === undefined ? t(BOARD_LABELS[status]) : `${t(BOARD_LABELS[status])} (${n})`;
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListHeading ref={heading} title={t('Applications and kits')}>
        <Button {...linkTo('/admin/submissions')}>
          <Shrunk icon="back">{t('Back to Summary')}</Shrunk>
        </Button>
      </ListHeading>
      <Filters kits={kits} />
      {error && !data ? (
        <LoadError
          query={{ error, isFetching, refetch }}
          fallback={t('The board could not be loaded. Please try again.')}
        />
      ) : null}
      <Tabs
        look="line"
        label={t('Applications by status')}
        value={kits.status}
        onChange={(status) => kits.show({ status })}
        tabs={BOARD.map((status) => ({
          value: status,
          label: counted(status),
          content:
            status !== kits.status ? null : data ? (
              <KitColumn
                key={status}
                status={status}
                kits={data.kits}
                total={
                  data.total > data.kits.length || data.more.includes('total')
                    ? kits.numberText('total')
                    : undefined
                }
                headingRef={heading}
              />
            ) : error ? null : (
              <Loading>{t('Loading the board...')}</Loading>
            ),
        }))}
      />
    </div>
  );
}

function Filters({ kits }: { kits: ReturnType<typeof useKits> }) {
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
        label={t('Only overdue ({count})', { count: kits.numberText('overdue') ?? 0 })}
        checked={kits.overdue}
        onChange={(event) => kits.show({ overdue: event.currentTarget.checked })}
      />
    </div>
  );
}
