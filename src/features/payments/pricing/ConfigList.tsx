import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { Switch } from '../../../web/forms/Switch.tsx';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { read } from '../../../web/queries.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
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
    {
      id: 'updated',
      header: t('Updated'),
      cell: (config) => <span className="whitespace-nowrap">{dateTimeOf(config.updatedAt)}</span>,
    },
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
    <DataTable
      caption={t('Current configurations')}
      columns={columns}
      rows={configs.data}
      rowKey={(config) => config.id}
      isLoading={configs.isFetching}
      loadingLabel={t('Loading the configurations...')}
      error={
        configs.error
          ? t(sentenceOf(configs.error, words('The configurations could not be loaded.')))
          : undefined
      }
      onRetry={() => void configs.refetch()}
      details={(config) => <Everything config={config} />}
      empty={t(
        'No payment configuration yet. The built-in prices hold, and no transfer is offered.',
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

/** Runs a operation on a configuration with a fresh password, then fetches the list again. */
function useConfigAction(
  operation: () => Promise<unknown>,
  said: { done?: string; failed: [string, string]; onDone?: () => void },
) {
  const t = useWords();
  const client = useQueryClient();
  const withRecentPassword = useRecentPassword();
  return useMutation({
    mutationFn: () => withRecentPassword(operation),
    onSuccess: async () => {
      if (said.done) toast({ title: t(said.done) });
      await client.invalidateQueries({ queryKey: [listPaymentConfig.name] });
      said.onDone?.();
    },
    onError: (error) => {
      if (error instanceof PasswordNotGiven) return;
      const [title, fallback] = said.failed;
      const description = t(sentenceOf(error, fallback));
      if (error instanceof CallError && error.status === 409)
        void client.invalidateQueries({ queryKey: [listPaymentConfig.name] });
      toast({ title: t(title), description, variant: 'destructive' });
    },
  });
}

/** Switches a configuration on or off at once; another active one of its type gives way. */
function ActiveSwitch({ config }: { config: Config }) {
  const t = useWords();
  const client = useQueryClient();
  const isActive = !config.isActive;
  const turn = useConfigAction(
    () => {
      // As the list shows it now: what it does not show is not switched over.
      const shown = client.getQueryData(read(listPaymentConfig).queryKey) ?? [];
      const active = shown.find((one) => one.configType === config.configType && one.isActive);
      const { id, updatedAt } = config;
      const version = Date.parse(updatedAt);
      const body = { isActive, version, replaces: active?.id ?? null };
      return call(changePaymentConfig, { params: { id }, body });
    },
    { failed: [words('Update Failed'), words('Failed to update payment config.')] },
  );
  return (
    <Switch
      aria-label={t('{type} is active', { type: t(CONFIG_LABELS[config.configType]) })}
      label={config.isActive ? t('On') : t('Off')}
      checked={turn.isPending ? isActive : config.isActive}
      disabled={turn.isPending}
      onChange={() => turn.mutate()}
    />
  );
}

/** Deletes a configuration after a yes; `onDeleted` when its row, and this button, have gone. */
function DeleteButton({ config, onDeleted }: { config: Config; onDeleted: () => void }) {
  const t = useWords();
  const confirm = useConfirm();
  const label = t(CONFIG_LABELS[config.configType]);
  const { id, updatedAt } = config;
  const seen = { params: { id }, query: { version: Date.parse(updatedAt) } };
  const remove = useConfigAction(() => call(deletePaymentConfig, seen), {
    done: words('Payment Config Deleted'),
    onDone: onDeleted,
    failed: [words('Deletion Failed'), words('Failed to delete payment config.')],
  });

  async function ask() {
    const stops = isDestination(config.configType)
      ? t('Nobody can pay this way until another one is active.')
      : t('The built-in prices hold until another one is active.');
    const isSure = await confirm({
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
    if (isSure) remove.mutate();
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
