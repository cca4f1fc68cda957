import type { ReactNode } from 'react';
import { AUDIT_PATH } from '../../features/audit/paths.rules.ts';
import { CONTENT_PATH } from '../../features/content/useContentAddress.ts';
import { DONATIONS_PATH } from '../../features/donations/paths.rules.ts';
import { EMAIL_PATH } from '../../features/email/paths.rules.ts';
import { KitBoard } from '../../features/fulfilment/KitBoard.tsx';
import { KitsWaiting } from '../../features/fulfilment/KitsWaiting.tsx';
import { BOARD_PATH } from '../../features/fulfilment/useKits.ts';
import { SETTINGS_PATH } from '../../features/members/settings/paths.rules.ts';
import { USERS_PATH } from '../../features/members/useAccountList.ts';
import { UsersTab } from '../../features/members/UsersTab.tsx';
import { ReportsLabel, ReportsRoom } from '../../features/messages/ReportsRoom.tsx';
import { ReportsWaiting } from '../../features/messages/ReportsWaiting.tsx';
import { REPORTS_PATH } from '../../features/messages/useReports.ts';
import { ApplicationPayments } from '../../features/payments/ApplicationPayments.tsx';
import {
  PAYMENT_ROOM_PATHS,
  PaymentRooms,
  PAYMENTS_PATH,
} from '../../features/payments/PaymentRooms.tsx';
import { ClaimsWaiting } from '../../features/payments/manual/ClaimsWaiting.tsx';
import { SOCIAL_PATH } from '../../features/content/social/paths.rules.ts';
import { DeclarationsTab } from '../../features/submissions/DeclarationsTab.tsx';
import { pathBelow, SUBMISSIONS_PATH } from '../../features/submissions/Kind.tsx';
import { CONTACT_PATH, DECLARATIONS_PATH, KINDS } from '../../features/submissions/Kinds.tsx';
import { KindTab } from '../../features/submissions/KindTab.tsx';
import { SubmissionsTab } from '../../features/submissions/SubmissionsTab.tsx';
import { words } from '../../shared/words.ts';
import { later } from '../later.tsx';
import { LateRoom } from '../ui/LateRoom.tsx';

interface DashboardTab {
  path: string;
  label: string;
  /** Addresses below its own. */
  below: readonly string[];
  content: ReactNode;
}

const Content = later(
  async () => (await import('../../features/content/ContentTab.tsx')).ContentTab,
  'content',
);
const Donations = later(
  async () => (await import('../../features/donations/DonationsTab.tsx')).DonationsTab,
  'donations',
);
const Email = later(
  async () => (await import('../../features/email/EmailTab.tsx')).EmailTab,
  'email',
);
const Social = later(
  async () => (await import('../../features/content/social/SocialTab.tsx')).SocialTab,
  'social',
);
const Settings = later(async () => {
  const [{ SettingsTab }, { AuditLog }] = await Promise.all([
    import('../../features/members/settings/SettingsTab.tsx'),
    import('../../features/audit/AuditLog.tsx'),
  ]);
  const log = { path: AUDIT_PATH, content: <AuditLog usersPath={USERS_PATH} /> };
  return () => <SettingsTab log={log} />;
}, 'settings');

/** LIST of the dashboard's tabs, in the specification's order; each is an address, the first is the default. */
export const DASHBOARD_TABS: readonly DashboardTab[] = [
  {
    path: SUBMISSIONS_PATH,
    label: words('Submissions'),
    below: [...KINDS.map(({ type }) => pathBelow(type)), BOARD_PATH],
    content: (
      <SubmissionsTab
        waiting={
          <>
            <ClaimsWaiting />
            <KitsWaiting />
            <ReportsWaiting />
          </>
        }
        below={{ [BOARD_PATH]: <KitBoard /> }}
        paymentsOf={(payments, id) => (
          <ApplicationPayments payments={payments} applicationId={id} />
        )}
      />
    ),
  },
  {
    path: USERS_PATH,
    label: words('Users'),
    below: [REPORTS_PATH],
    content: (
      <UsersTab
        reports={{ path: REPORTS_PATH, label: <ReportsLabel />, content: <ReportsRoom /> }}
      />
    ),
  },
  {
    path: CONTENT_PATH,
    label: words('Content'),
    below: [],
    content: <LateRoom room={Content} />,
  },
  {
    path: CONTACT_PATH,
    label: words('Contact'),
    below: [],
    content: <KindTab type="contact-submissions" />,
  },
  {
    path: DONATIONS_PATH,
    label: words('Donations'),
    below: [],
    content: <LateRoom room={Donations} />,
  },
  {
    path: PAYMENTS_PATH,
    label: words('Payments'),
    below: PAYMENT_ROOM_PATHS,
    content: <PaymentRooms />,
  },
  {
    path: DECLARATIONS_PATH,
    label: words('Declarations'),
    below: [],
    content: <DeclarationsTab />,
  },
  {
    path: EMAIL_PATH,
    label: words('Email'),
    below: [],
    content: <LateRoom room={Email} />,
  },
  {
    path: SOCIAL_PATH,
    label: words('Social'),
    below: [],
    content: <LateRoom room={Social} />,
  },
  {
    path: SETTINGS_PATH,
    label: words('Settings'),
    below: [AUDIT_PATH],
    content: <LateRoom room={Settings} />,
  },
];

/** The tab of an address; undefined for one that names none. */
export const tabAt = (path: string): DashboardTab | undefined =>
  path === '/admin'
    ? DASHBOARD_TABS[0]
    : DASHBOARD_TABS.find((tab) => tab.path === path || tab.below.includes(path));
