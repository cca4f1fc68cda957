import type { ReactNode } from 'react';
import { KEY_SCOPES } from '../../../shared/access.ts';
import { useAddress } from '../../../web/address.ts';
import { PageTabs } from '../../../web/lists/PageTabs.tsx';
import { NoAccess } from '../../../web/ui/NoAccess.tsx';
import { useWords } from '../../../web/words.tsx';
import { IfCan, useCan } from '../../../web/permissions.tsx';
import { ApiKeysPage } from '../api-keys/ApiKeysPage.tsx';
import { API_KEYS_PATH } from '../api-keys/api-key.rules.ts';
import { AdministratorList } from './AdministratorList.tsx';
import { AdminPasswordCard, UsernameCard } from './UsernameCard.tsx';
import { CreateAdminCard } from './CreateAdminCard.tsx';
import { InviteCard } from './InviteCard.tsx';
import { ROLES_PATH, SETTINGS_PATH } from './paths.rules.ts';
import { RoleMatrix } from './RoleMatrix.tsx';
import { SecondFactorRule } from './SecondFactorRule.tsx';

interface SettingsTabProps {
  /** What a new site needs belongs to another feature: the page says where it is and how it is shown. */
  setup: SettingsSection;
  /** Likewise what was done. */
  log: SettingsSection;
  /** And what the site does not take for a while. */
  pauses: SettingsSection;
  /** And how long it keeps what people sent. */
  retention: SettingsSection;
  /** And which other systems it tells what happens. */
  webhooks: SettingsSection;
}

interface SettingsSection {
  path: string;
  content: ReactNode;
}

/** One's own way into the dashboard, who else has one, and what was done there. */
export function SettingsTab({ setup, log, pauses, retention, webhooks }: SettingsTabProps) {
  const t = useWords();
  const { path } = useAddress();
  const can = useCan();
  const tabs = [
    ...(can('site:configure') ? [{ ...setup, label: t('Setup') }] : []),
    { path: SETTINGS_PATH, label: t('Access'), content: <AccessTab /> },
    { path: ROLES_PATH, label: t('Roles'), content: <RoleMatrix /> },
    ...(KEY_SCOPES.some(can)
      ? [{ path: API_KEYS_PATH, label: t('API keys'), content: <ApiKeysPage /> }]
      : []),
    ...(can('site:configure')
      ? [
          { ...pauses, label: t('Pauses') },
          { ...retention, label: t('Data retention') },
          { ...webhooks, label: t('Webhooks') },
        ]
      : []),
    ...(can('audit:read') ? [{ ...log, label: t('Activity log') }] : []),
  ];
  const isOthers = [
    setup.path,
    API_KEYS_PATH,
    pauses.path,
    retention.path,
    webhooks.path,
    log.path,
  ].some((one) => one === path && !tabs.some((theirs) => theirs.path === path));
  return (
    <>
      <PageTabs keepsInput label={t('Settings')} pages={tabs} />
      {isOthers ? <NoAccess /> : null}
    </>
  );
}

/** The administrators, and how they log in. */
function AccessTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <UsernameCard />
          <AdminPasswordCard />
        </div>
        <IfCan permission="users:grant">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <InviteCard />
            <CreateAdminCard />
          </div>
        </IfCan>
      </div>
      <IfCan permission="site:configure">
        <SecondFactorRule />
      </IfCan>
      <IfCan permission="users:read">
        <AdministratorList />
      </IfCan>
    </div>
  );
}
