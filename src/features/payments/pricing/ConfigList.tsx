import { useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { Switch } from '../../../web/forms/Switch.tsx';
import { dateColumn } from '../../../web/lists/columns.tsx';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { type Config, CONFIG_FIELDS, ConfigSummary, textAt } from './ConfigFields.tsx';
import {
  changePaymentConfig,
  deletePaymentConfig,
  listPaymentConfig,
} from './payment-config.contract.ts';
import { CONFIG_LABELS, isDestination } from './payment-config.rules.ts';

/** The stored configurations, with their switch and their end; `onDeleted` when a row has gone. */
export function ConfigList({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const canConfigure = useCan()('payments:configure');
  const configs = useQuery(read(listPaymentConfig));
  const columns: Column<Config>[] = [
    { id: 'type', header: t('Type'), cell: (config) => <TypeName config={config} /> },
    { id: 'data', header: t('Configuration'), cell: (config) => <ConfigSummary config={config} /> },
    dateColumn('updated', t('Updated'), (config) => dateTimeOf(config.updatedAt)),
    {
      id: 'active',
      header: t('Active'),
      cell: (config) =>
        canConfigure ? <ActiveSwitch config={config} /> : config.isActive ? t('Yes') : t('No'),
    },
  ];
  if (canConfigure)
    columns.push({
      id: 'delete',
      header: t('Action'),
      cell: (config) => <DeleteButton config={config} onDeleted={onDeleted} />,
    });
  return (
    <ListTable
      caption={t('Current configurations')}
      columns={columns}
      list={{ ...configs, rows: configs.data }}
      details={(config) => <Everything config={config} />}
      loadingLabel={t('Loading the configurations...')}
      failedLabel={t('The configurations could not be loaded.')}
      emptyLabel={t(
        'No payment configuration yet. The built-in prices apply, and no transfer is offered.',
      )}
    />
  );
}

function TypeName({ config }: { config: Config }) {
  const t = useWords();
  return <span className="whitespace-nowrap">{t(CONFIG_LABELS[config.configType])}</span>;
}

function Everything({ config: { configType, configData } }: { config: Config }) {
  const t = useWords();
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[14rem_1fr]">
      {CONFIG_FIELDS[configType].map(({ path, label }) => (
        <div key={path} className="contents">
          <dt className="text-muted">{t(label)}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{textAt(configData, path) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Switches a configuration on or off at once; another active one of its type gives way. */
function ActiveSwitch({ config }: { config: Config }) {
  const t = useWords();
  const client = useQueryClient();
  const isActive = !config.isActive;
  const turn = useAction(
    () => {
      // As the list shows it now: what it does not show is not switched over.
      const shown = client.getQueryData(read(listPaymentConfig).queryKey) ?? [];
      const active = shown.find((one) => one.configType === config.configType && one.isActive);
      const { id, updatedAt } = config;
      const version = Date.parse(updatedAt);
      const body = { isActive, version, replaces: active?.id ?? null };
      return call(changePaymentConfig, { params: { id }, body });
    },
    {
      through: useRecentPassword(),
      failed: t('Update Failed'),
      fallback: words('Failed to update payment config.'),
      refresh: [listPaymentConfig],
    },
  );
  return (
    <Switch
      aria-label={t('{type} is active', { type: t(CONFIG_LABELS[config.configType]) })}
      label={config.isActive ? t('On') : t('Off')}
      checked={turn.isPending ? isActive : config.isActive}
      disabled={turn.isPending}
      onChange={() => void turn.run()}
    />
  );
}

/** Deletes a configuration after a yes; `onDeleted` when its row, and this button, have gone. */
function DeleteButton({ config, onDeleted }: { config: Config; onDeleted: () => void }) {
  const t = useWords();
  const label = t(CONFIG_LABELS[config.configType]);
  const { id, updatedAt } = config;
  const seen = { params: { id }, query: { version: Date.parse(updatedAt) } };
  const remove = useAction(() => call(deletePaymentConfig, seen), {
    through: useRecentPassword(),
    failed: t('Deletion Failed'),
    fallback: words('Failed to delete payment config.'),
    refresh: [listPaymentConfig],
    onDone: () => toast({ title: t('Payment Config Deleted') }),
  });

  async function ask() {
    const stops = isDestination(config.configType)
      ? t('Nobody can pay this way until another one is active.')
      : t('The built-in prices apply until another one is active.');
    const isDone = await remove.ask({
      title: t('Delete this configuration?'),
      text: (
        <>
          <p>
            <strong>{label}</strong>: <ConfigSummary config={config} />
          </p>
          {config.isActive ? <p>{stops}</p> : null}
        </>
      ),
      confirmLabel: t('Delete configuration'),
      danger: true,
    });
    if (isDone) onDeleted();
  }

  return (
    <Button
      variant="danger"
      aria-label={t('Delete {type}', { type: label })}
      pending={remove.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void ask()}
    >
      {t('Delete')}
    </Button>
  );
}
