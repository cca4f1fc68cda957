import type { ReactNode } from 'react';
import type { Permission } from '../../../shared/access.ts';
import { words } from '../../../shared/words.ts';
import { useAddress } from '../../address.ts';
import { PageTabs } from '../../lists/PageTabs.tsx';
import { useCan } from '../../permissions.tsx';
import { NoAccess } from '../../ui/NoAccess.tsx';
import { useWords } from '../../words.tsx';
import { BulkEmailPanel } from '../../../features/campaigns/BulkEmailPanel.tsx';
import { IndividualEmail } from '../../../features/campaigns/compose/IndividualEmail.tsx';
import { WelcomeSeries } from '../../../features/campaigns/welcome/WelcomeSeries.tsx';
import { FailureDigestSwitch } from '../../../features/failure-digest/FailureDigestSwitch.tsx';
import { MailServers } from '../../../features/mail/configuration/MailServers.tsx';
import {
  BULK_PATH,
  EMAIL_PATH,
  INDIVIDUAL_PATH,
  SUPPRESSIONS_PATH,
  TEMPLATES_PATH,
} from '../../../features/mail/paths.rules.ts';
import { SuppressionsPanel } from '../../../features/mail/suppressions/SuppressionsPanel.tsx';
import { TemplatesPanel } from '../../../features/mail/templates/TemplatesPanel.tsx';

interface EmailPanel {
  path: string;
  label: string;
  /** Without this permission the panel is not shown. */
  permission: Permission;
  content: ReactNode;
}

/** LIST of the panels of the tab, each with an address of its own; the first is shown at the tab's own. */
const PANELS: readonly EmailPanel[] = [
  {
    path: EMAIL_PATH,
    label: words('Servers and history'),
    permission: 'mail:read',
    content: <MailServers digest={<FailureDigestSwitch />} />,
  },
  {
    path: BULK_PATH,
    label: words('Bulk email'),
    permission: 'mail:read',
    content: <BulkEmailPanel />,
  },
  {
    path: INDIVIDUAL_PATH,
    label: words('Individual email'),
    permission: 'mail:send',
    content: <IndividualEmail />,
  },
  {
    path: SUPPRESSIONS_PATH,
    label: words('No bulk email'),
    permission: 'mail:read',
    content: <SuppressionsPanel />,
  },
  {
    path: TEMPLATES_PATH,
    label: words('Automatic emails'),
    permission: 'mail:read',
    content: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <WelcomeSeries />
        <TemplatesPanel />
      </div>
    ),
  },
];

/** Everything about mail: its servers and history, mail to many people and to one, suppressed addresses, templates. */
export function EmailTab() {
  const t = useWords();
  const { path } = useAddress();
  const can = useCan();
  const allowed = PANELS.filter((panel) => can(panel.permission));
  const isForbidden = PANELS.some((panel) => panel.path === path && !allowed.includes(panel));
  return (
    <>
      <PageTabs
        keepsInput
        label={t('Email')}
        pages={allowed.map((panel) => ({ ...panel, label: t(panel.label) }))}
      />
      {isForbidden ? <NoAccess /> : null}
    </>
  );
}
