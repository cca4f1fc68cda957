import type { ComponentProps, ReactNode } from 'react';
import { shownName } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call } from '../../../web/api.ts';
import type { Column } from '../../../web/lists/DataTable.tsx';
import { ListTable } from '../../../web/lists/ListTable.tsx';
import { useCan } from '../../../web/permissions.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Right } from '../administrators/RoleForm.tsx';
import { type ApiKey, listApiKeys, revokeApiKey } from './api-key.contract.ts';

/** The keys that a person may see: their own, and everybody's for owners of the site. */
export function ApiKeyList({ list }: { list: ComponentProps<typeof ListTable<ApiKey>>['list'] }) {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-[1.25rem]">{t('API keys')}</h2>
      <ListTable
        caption={t('API keys')}
        columns={useColumns()}
        list={list}
        loadingLabel={t('Loading the keys...')}
        failedLabel={t('The keys could not be loaded. Please try again.')}
        emptyLabel={t('No API keys yet.')}
      />
    </div>
  );
}

function useColumns(): Column<ApiKey>[] {
  const t = useWords();
  const can = useCan();
  const { dayOf, dateTimeOf } = useDates();
  const owner: Column<ApiKey> = {
    id: 'owner',
    header: t('Whose'),
    cell: ({ owner: person }) => (
      <span className="block [overflow-wrap:anywhere] md:min-w-40">
        <bdi>{shownName(person) || person.email}</bdi>
      </span>
    ),
  };
  return [
    {
      id: 'name',
      header: t('Name'),
      cell: ({ name, prefix }) => (
        <span className="block [overflow-wrap:anywhere] md:min-w-40">
          <bdi>{name}</bdi>
          <code dir="ltr" className="block hint">
            {prefix}…
          </code>
        </span>
      ),
    },
    ...(can('users:grant') ? [owner] : []),
    {
      id: 'scopes',
      header: t('May read'),
      cell: ({ scopes }) => (
        <ul className="grid md:min-w-48">
          {scopes.map((scope) => (
            <li key={scope}>
              <Right permission={scope} />
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'expiresAt',
      header: t('Works until'),
      cell: ({ expiresAt, isExpired }) => (
        <span className="whitespace-nowrap figures">
          <OnPhone>{t('Works until')}</OnPhone>
          {dayOf(expiresAt)} {isExpired ? <Badge tone="bad">{t('Expired')}</Badge> : null}
        </span>
      ),
    },
    {
      id: 'lastUsedAt',
      header: t('Last used'),
      cell: ({ lastUsedAt }) => (
        <span className="whitespace-nowrap figures">
          {lastUsedAt ? (
            <>
              <OnPhone>{t('Last used')}</OnPhone>
              {dateTimeOf(lastUsedAt)}
            </>
          ) : (
            t('Never used')
          )}
        </span>
      ),
    },
    { id: 'revoke', header: t('Change'), cell: (key) => <Revoke apiKey={key} /> },
  ];
}

/** Says what a date is where there is no room for the heads of columns. */
const OnPhone = ({ children }: { children: ReactNode }) => (
  <span className="md:hidden">{children} </span>
);

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useWords();
  const revoke = useAction(() => call(revokeApiKey, { params: { id } }), {
    done: t('API key revoked'),
    failed: t('Error'),
    fallback: words('The key could not be revoked. Please try again.'),
    refresh: [listApiKeys],
  });
  return (
    <Button
      variant="quiet"
      pending={revoke.isPending}
      aria-label={t('Revoke {name}...', { name })}
      onClick={() =>
        void revoke.ask({
          title: t('Revoke “{name}”?', { name }),
          text: t('Programs that use this key stop at once. It cannot be undone.'),
          confirmLabel: t('Revoke key'),
          danger: true,
        })
      }
    >
      {t('Revoke...')}
    </Button>
  );
}
