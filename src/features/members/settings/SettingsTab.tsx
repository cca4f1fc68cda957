import type { ReactNode } from 'react';
import { go, useAddress } from '../../../web/address.ts';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useWords } from '../../../web/words.tsx';
import { AdministratorList } from './AdministratorList.tsx';
import { AdminPasswordCard } from './AdminPasswordCard.tsx';
import { CreateAdminCard } from './CreateAdminCard.tsx';
import { SETTINGS_PATH } from './paths.rules.ts';
import { UsernameCard } from './UsernameCard.tsx';

interface SettingsTabProps {
  /** The log belongs to another feature: the page says where it is and how it is shown. */
  log: { path: string; content: ReactNode };
}

/** One's own way into the dashboard, who else has one, and what was done there. */
export function SettingsTab({ log }: SettingsTabProps) {
  const t = useWords();
  const { path } = useAddress();
  const rooms = [
    { path: SETTINGS_PATH, label: t('Access'), content: <AccessRoom /> },
    { ...log, label: t('Audit log') },
  ];
  return (
    <Tabs
      look="line"
      label={t('Settings')}
      value={path}
      onChange={(to) => go(to)}
      tabs={rooms.map((room) => ({
        value: room.path,
        label: room.label,
        // A room is left when another is entered: its address says all that it shows.
        content: room.path === path ? room.content : null,
      }))}
    />
  );
}

/** Who may come in, and with what. */
function AccessRoom() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <UsernameCard />
          <AdminPasswordCard />
        </div>
        <CreateAdminCard />
      </div>
      <AdministratorList />
    </div>
  );
}
