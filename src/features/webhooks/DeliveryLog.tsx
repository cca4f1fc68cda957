import { useQuery } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { useAction } from '../../web/actions/useAction.ts';
import { dateColumn } from '../../web/lists/columns.tsx';
import type { Column } from '../../web/lists/DataTable.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../web/lists/Filters.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { ANY_TEXT, useList } from '../../web/lists/useList.ts';
import { rowsOf } from '../../web/lists/useRows.ts';
import { read } from '../../web/queries.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { type Delivery, listWebhookDeliveries, resendWebhook } from './delivery.contract.ts';
import { listWebhookEndpoints } from './endpoint.contract.ts';
import { DELIVERY_STATES, type DeliveryState, EVENT_LABELS } from './webhook.rules.ts';

const STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  waiting: words('Waiting'),
  sending: words('Sending'),
  delivered: words('Delivered'),
  failed: words('Failed'),
};

const DELIVERIES = rowsOf(listWebhookDeliveries);

/** What was sent in the last thirty days and how it went, each with a way to send it again. */
export function DeliveryLog() {
  const t = useWords();
  const list = useList(
    DELIVERIES,
    { search: ANY_TEXT, status: DELIVERY_STATES },
    { isNeverOld: true },
  );
  const columns = useColumns();
  return (
    <ListTable
      caption={t('Webhooks sent')}
      filters={
        <FilterBar search={<SearchFilter list={list} />} chosen={list.asked.status === '' ? 0 : 1}>
          <SelectFilter
            list={list}
            name="status"
            label={t('Status')}
            placeholder={t('All statuses')}
            options={DELIVERY_STATES.map((value) => ({ value, label: t(STATE_LABELS[value]) }))}
          />
          <Button pending={list.isFetching} onClick={() => void list.refetch()}>
            {t('Refresh')}
          </Button>
        </FilterBar>
      }
      columns={columns}
      list={list}
      loadingLabel={t('Loading the webhooks...')}
      failedLabel={t('The webhooks could not be loaded.')}
      emptyLabel={t('Nothing sent in the last 30 days.')}
    />
  );
}

function useColumns(): Column<Delivery>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { data: endpoints } = useQuery(read(listWebhookEndpoints));
  const urlOf = (id: string) => endpoints?.find((endpoint) => endpoint.id === id)?.url ?? '–';
  return [
    {
      id: 'type',
      header: t('Event'),
      cell: ({ type, objectId }) => (
        <span className="block md:min-w-52">
          {t(EVENT_LABELS[type])}
          <span className="hint block [overflow-wrap:anywhere]">{objectId}</span>
        </span>
      ),
    },
    {
      id: 'endpoint',
      header: t('Address'),
      cell: ({ endpointId }) => (
        <bdi dir="ltr" className="block [overflow-wrap:anywhere] md:min-w-40">
          {urlOf(endpointId)}
        </bdi>
      ),
    },
    { id: 'status', header: t('Status'), cell: (delivery) => <Status delivery={delivery} /> },
    {
      id: 'attempts',
      header: t('Attempts'),
      numeric: true,
      cell: ({ attempts }) => attempts,
    },
    dateColumn('createdAt', t('Happened'), ({ createdAt }) => dateTimeOf(createdAt), {
      sortable: true,
    }),
    { id: 'action', header: t('Action'), cell: (delivery) => <SendAgain delivery={delivery} /> },
  ];
}

function Status({ delivery }: { delivery: Delivery }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { state, status, error, nextAttemptAt, attempts } = delivery;
  const tone = state === 'delivered' ? 'good' : state === 'failed' ? 'bad' : 'plain';
  return (
    <span className="block md:min-w-40">
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={tone}>{t(STATE_LABELS[state])}</Badge>
        {status === null ? null : <Badge>{status}</Badge>}
      </span>
      {error ? <span className="hint block [overflow-wrap:anywhere]">{error}</span> : null}
      {state === 'waiting' && attempts > 0 && nextAttemptAt ? (
        <span className="hint block">
          {t('Next attempt: {when}', { when: dateTimeOf(nextAttemptAt) })}
        </span>
      ) : null}
    </span>
  );
}

function SendAgain({ delivery: { id, type, state, objectId } }: { delivery: Delivery }) {
  const t = useWords();
  const send = useAction(() => call(resendWebhook, { params: { id } }), {
    through: useRecentPassword(),
    done: t('Sent again'),
    failed: t('Error'),
    refresh: [listWebhookDeliveries, listWebhookEndpoints],
  });
  if (state === 'sending') return null;
  return (
    <Button
      aria-label={t('Send again: {event} of {id}', { event: t(EVENT_LABELS[type]), id: objectId })}
      pending={send.isPending}
      onClick={() => void send.run()}
    >
      {t('Send again')}
    </Button>
  );
}
