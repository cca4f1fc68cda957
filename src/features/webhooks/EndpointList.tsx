import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../web/api.ts';
import { useAction } from '../../web/actions/useAction.ts';
import type { Column } from '../../web/lists/DataTable.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { read } from '../../web/queries.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { useWords } from '../../web/words.tsx';
import { listWebhookDeliveries } from './delivery.contract.ts';
import { ChangedEndpoint } from './EndpointForm.tsx';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  type Endpoint,
  listWebhookEndpoints,
  replaceWebhookSecret,
} from './endpoint.contract.ts';
import { EVENT_LABELS, FIELD_LABELS } from './webhook.rules.ts';

/** Where events are sent, each with what can be done with it; a new secret goes to `onSecret`. */
export function EndpointList({ onSecret }: { onSecret: (secret: string) => void }) {
  const t = useWords();
  const endpoints = useQuery({ ...read(listWebhookEndpoints), refetchOnMount: 'always' });
  const [changed, setChanged] = useState<Endpoint>();
  const columns: Column<Endpoint>[] = [
    { id: 'url', header: t('Address'), cell: (endpoint) => <Address endpoint={endpoint} /> },
    {
      id: 'events',
      header: t('Sends'),
      cell: ({ events, fields }) => (
        <span className="block md:min-w-48">
          {events.map((event) => t(EVENT_LABELS[event])).join(', ')}
          <span className="hint block">
            {fields.length === 0
              ? t('Only IDs')
              : t('With: {fields}', {
                  fields: fields.map((field) => t(FIELD_LABELS[field])).join(', '),
                })}
          </span>
        </span>
      ),
    },
    {
      id: 'action',
      header: t('Action'),
      cell: (endpoint) => (
        <EndpointActions
          endpoint={endpoint}
          onChange={() => setChanged(endpoint)}
          onSecret={onSecret}
        />
      ),
    },
  ];
  return (
    <>
      <ListTable
        caption={t('Endpoints')}
        columns={columns}
        list={{ ...endpoints, rows: endpoints.data }}
        loadingLabel={t('Loading the endpoints...')}
        failedLabel={t('The endpoints could not be loaded.')}
        emptyLabel={t('No endpoints yet. Nothing is sent to other systems.')}
      />
      <Dialog
        open={changed !== undefined}
        onClose={() => setChanged(undefined)}
        title={t('Change endpoint')}
        keepsInput
      >
        {changed ? (
          <ChangedEndpoint
            key={changed.id}
            endpoint={changed}
            onDone={() => setChanged(undefined)}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function Address({ endpoint: { url, isPaused, waiting, failed } }: { endpoint: Endpoint }) {
  const t = useWords();
  return (
    <span className="block [overflow-wrap:anywhere] md:min-w-52">
      <bdi dir="ltr">{url}</bdi>{' '}
      <Badge tone={isPaused ? 'plain' : 'good'}>{isPaused ? t('Paused') : t('Active')}</Badge>
      <span className="hint block">
        {t('Waiting: {waiting}, failed: {failed}', { waiting, failed })}
      </span>
    </span>
  );
}

interface EndpointActionsProps {
  endpoint: Endpoint;
  onChange: () => void;
  onSecret: (secret: string) => void;
}

function EndpointActions({ endpoint, onChange, onSecret }: EndpointActionsProps) {
  const t = useWords();
  const { id, url, events, fields, isPaused } = endpoint;
  const through = useRecentPassword();
  const refresh = [listWebhookEndpoints, listWebhookDeliveries];
  const failed = t('Error');
  const pause = useAction(
    () =>
      call(changeWebhookEndpoint, {
        params: { id },
        body: { url, events, fields, isPaused: !isPaused },
      }),
    { through, done: isPaused ? t('Endpoint resumed') : t('Endpoint paused'), failed, refresh },
  );
  const replace = useAction(() => call(replaceWebhookSecret, { params: { id } }), {
    through,
    done: t('Signing secret replaced'),
    failed,
    onDone: ({ secret }) => onSecret(secret),
  });
  const remove = useAction(() => call(deleteWebhookEndpoint, { params: { id } }), {
    through,
    done: t('Endpoint deleted'),
    failed,
    refresh,
  });
  const address = <p className="[overflow-wrap:anywhere]">{url}</p>;

  return (
    <span className="flex flex-wrap gap-2">
      <Button aria-label={t('Change {name}', { name: url })} onClick={onChange}>
        {t('Change...')}
      </Button>
      <Button
        aria-label={isPaused ? t('Resume {name}', { name: url }) : t('Pause {name}', { name: url })}
        pending={pause.isPending}
        onClick={() => void pause.run()}
      >
        {isPaused ? t('Resume') : t('Pause')}
      </Button>
      <Button
        aria-label={t('Replace secret of {name}', { name: url })}
        pending={replace.isPending}
        onClick={() =>
          void replace.ask({
            title: t('Replace the signing secret?'),
            text: (
              <>
                {address}
                <p>
                  {t(
                    'The receiver refuses messages until it has the new secret. They are sent again later.',
                  )}
                </p>
              </>
            ),
            confirmLabel: t('Replace secret'),
            danger: true,
          })
        }
      >
        {t('Replace secret...')}
      </Button>
      <Button
        variant="danger"
        aria-label={t('Delete {name}', { name: url })}
        pending={remove.isPending}
        onClick={() =>
          void remove.ask({
            title: t('Delete this endpoint?'),
            text: (
              <>
                {address}
                <p>{t('What was not delivered yet is never sent, and its log is deleted.')}</p>
              </>
            ),
            confirmLabel: t('Delete endpoint'),
            danger: true,
          })
        }
      >
        {t('Delete...')}
      </Button>
    </span>
  );
}
