import { Activity, type ReactNode } from 'react';
import type { Permission } from '../../shared/access.ts';
import { words } from '../../shared/words.ts';
import { go, useAddress } from '../../web/address.ts';
import { useMay } from '../../web/rights.tsx';
import { NotTheirs } from '../../web/ui/NotTheirs.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { useWords } from '../../web/words.tsx';
import { BulkRoom } from './batches/BulkRoom.tsx';
import { IndividualEmail } from './compose/IndividualEmail.tsx';
import { MailServers } from './MailServers.tsx';
import {
  BULK_PATH,
  EMAIL_PATH,
  INDIVIDUAL_PATH,
  SUPPRESSIONS_PATH,
  TEMPLATES_PATH,
} from './paths.rules.ts';
import { SuppressionsRoom } from './suppressions/SuppressionsRoom.tsx';
import { TemplatesRoom } from './templates/TemplatesRoom.tsx';

interface Room {
  path: string;
  label: string;
  /** Without it the room is not shown. */
  may: Permission;
  content: ReactNode;
}

/** LIST of the rooms of the tab; each is an address, the first is the tab's own. */
const ROOMS: readonly Room[] = [
  {
    path: EMAIL_PATH,
    label: words('Servers and history'),
    may: 'mail:read',
    content: <MailServers />,
  },
  { path: BULK_PATH, label: words('Bulk email'), may: 'mail:read', content: <BulkRoom /> },
  {
    path: INDIVIDUAL_PATH,
    label: words('Individual email'),
    may: 'mail:send',
    content: <IndividualEmail />,
  },
  {
    path: SUPPRESSIONS_PATH,
    label: words('Not mailed'),
    may: 'mail:read',
    content: <SuppressionsRoom />,
  },
  {
    path: TEMPLATES_PATH,
    label: words('Our mails'),
    may: 'mail:read',
    content: <TemplatesRoom />,
  },
];

/** Mail that the campaign writes: to many, to one, and how it leaves. */
export function EmailTab() {
  const t = useWords();
  const { path } = useAddress();
  const may = useMay();
  const theirs = ROOMS.filter((room) => may(room.may));
  const isOthers = ROOMS.some((room) => room.path === path && !theirs.includes(room));
  return (
    <>
      <Tabs
        look="line"
        label={t('Email')}
        value={path}
        onChange={(to) => go(to)}
        tabs={theirs.map((room) => ({
          value: room.path,
          label: t(room.label),
          // What was typed in a room is there on the way back; a hidden one listens to nothing.
          content: (
            <Activity mode={room.path === path ? 'visible' : 'hidden'}>{room.content}</Activity>
          ),
        }))}
      />
      {isOthers ? <NotTheirs /> : null}
    </>
  );
}
