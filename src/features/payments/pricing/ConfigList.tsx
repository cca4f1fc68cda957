import { useQuery } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { useCan } from '../../../web/permissions.tsx';
import { useDates } from '../../../web/useDates.ts';
import { read } from '../../../web/queries.ts';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { useWords } from '../../../web/words.tsx';
import { ActiveSwitch, DeleteButton } from './ConfigActions.tsx';
import { type Config, CONFIG_FIELDS, ConfigSummary, textAt } from './ConfigFields.tsx';
import { listPaymentConfig } from './payment-config.contract.ts';
import { CONFIG_LABELS } from './payment-config.rules.ts';

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
