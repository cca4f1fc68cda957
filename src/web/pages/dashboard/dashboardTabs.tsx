import type { ReactNode } from 'react';
import { AUDIT_PATH } from '../../../features/audit/paths.rules.ts';
import { CONTENT_PATH } from '../../../features/content/useContentAddress.ts';
import { DONATIONS_PATH } from '../../../features/donations/paths.rules.ts';
import { EMAIL_PATH, EMAIL_ROOM_PATHS } from '../../../features/mail/paths.rules.ts';
import { KitsWaiting } from '../../../features/fulfilment/KitsWaiting.tsx';
import { BOARD_PATH } from '../../../features/fulfilment/useKits.ts';
import { ROLES_PATH, SETTINGS_PATH } from '../../../features/members/settings/paths.rules.ts';
import { USERS_PATH } from '../../../features/members/administrators/AccountList.tsx';
import { UsersTab } from '../../../features/members/administrators/UsersTab.tsx';
import { ReportsLabel, ReportsPage } from '../../../features/messages/moderation/ReportsPage.tsx';
import { REPORTS_PATH } from '../../../features/messages/moderation/useReports.ts';
import { ApplicationPayments } from '../../../features/payments/admin/ApplicationPayments.tsx';
import {
  PAYMENT_ROOM_PATHS,
  PaymentRooms,
  PAYMENTS_PATH,
} from '../../../features/payments/admin/PaymentsPage.tsx';
import { WaitingClaims } from '../../../features/payments/rails/transfer/confirmation/WaitingClaims.tsx';
import { PERSON_PATH, personAddress } from '../../../shared/person-address.ts';
import { SOCIAL_PATH } from '../../../features/content/social/paths.rules.ts';
import { DeclarationsTab } from '../../../features/submissions/DeclarationsTab.tsx';
import { RETENTION_PATH } from '../../../features/retention/paths.rules.ts';
import { PAUSES_PATH } from '../../../features/maintenance/paths.rules.ts';
import { pathBelow, SUBMISSIONS_PATH } from '../../../features/submissions/Kind.tsx';
import { CONTACT_PATH, DECLARATIONS_PATH, KINDS } from '../../../features/submissions/Kinds.tsx';
import { KindTab } from '../../../features/submissions/KindTab.tsx';
import { SubmissionsTab } from '../../../features/submissions/SubmissionsTab.tsx';
import type { Permission } from '../../../shared/access.ts';
import { words } from '../../../shared/words.ts';
import { later } from '../../loading/later.tsx';
import { IfCan } from '../../rights.tsx';
import { LateRoom } from '../../loading/LazyPanel.tsx';
import { OverviewRoom, PersonRoom } from './overviewPages.tsx';

interface DashboardTab {
  path: string;
  label: string;
  /** Without it the tab is not shown. */
  may: Permission;
  /** Addresses below its own. */
  below: readonly string[];
  content: ReactNode;
}

const Kits = later(
  async () => (await import('../../../features/fulfilment/KitBoard.tsx')).KitBoard,
  'admin',
);
const Content = later(
  async () => (await import('../../../features/content/ContentTab.tsx')).ContentTab,
  'content',
);
const Donations = later(
  async () => (await import('../../../features/donations/DonationsTab.tsx')).DonationsTab,
  'donations',
);
const Email = later(async () => (await import('./EmailTab.tsx')).EmailTab, 'email');
const Social = later(
  async () => (await import('../../../features/content/social/SocialTab.tsx')).SocialTab,
  'social',
);
const Settings = later(async () => {
  const [{ SettingsTab }, { PauseRoom }, { RetentionRoom }, { AuditLog }, { ChainCheck }] =
    await Promise.all([
      import('../../../features/members/settings/SettingsTab.tsx'),
      import('../../../features/maintenance/PauseRoom.tsx'),
      import('../../../features/retention/RetentionRoom.tsx'),
      import('../../../features/audit/AuditLog.tsx'),
      import('../../../features/audit/ChainCheck.tsx'),
    ]);
  const log = {
    path: AUDIT_PATH,
    content: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <AuditLog usersPath={USERS_PATH} />
        <ChainCheck />
      </div>
    ),
  };
  const pauses = { path: PAUSES_PATH, content: <PauseRoom /> };
  const retention = { path: RETENTION_PATH, content: <RetentionRoom /> };
  return () => <SettingsTab log={log} pauses={pauses} retention={retention} />;
}, 'settings');

/** LIST of the dashboard's tabs, in the specification's order; each is an address, the first is the default. */
export const DASHBOARD_TABS: readonly DashboardTab[] = [
  {
    path: SUBMISSIONS_PATH,
    label: words('Submissions'),
    may: 'submissions:read',
    below: [...KINDS.map(({ type }) => pathBelow(type)), BOARD_PATH, PERSON_PATH],
    content: (
      <SubmissionsTab
        waiting={
          <>
            <OverviewRoom />
            <IfCan may="payments:read">
              <WaitingClaims />
            </IfCan>
            <IfCan may="applications:fulfil">
              <KitsWaiting />
            </IfCan>
          </>
        }
        below={{
          [BOARD_PATH]: (
            <IfCan may="applications:fulfil">
              <LateRoom room={Kits} />
            </IfCan>
          ),
          [PERSON_PATH]: <PersonRoom />,
        }}
        paymentsOf={(payments, id) => (
          <IfCan may="payments:read">
            <ApplicationPayments payments={payments} applicationId={id} />
          </IfCan>
        )}
      />
    ),
  },
  {
    path: USERS_PATH,
    label: words('Users'),
    may: 'users:read',
    below: [REPORTS_PATH],
    content: (
      <UsersTab
        personAddress={(id) => personAddress('account', id)}
        reports={{ path: REPORTS_PATH, label: <ReportsLabel />, content: <ReportsPage /> }}
      />
    ),
  },
  {
    path: CONTENT_PATH,
    label: words('Content'),
    may: 'content:write',
    below: [],
    content: <LateRoom room={Content} />,
  },
  {
    path: CONTACT_PATH,
    label: words('Contact'),
    may: 'submissions:read',
    below: [],
    content: <KindTab type="contact-submissions" />,
  },
  {
    path: DONATIONS_PATH,
    label: words('Donations'),
    may: 'donations:read',
    below: [],
    content: <LateRoom room={Donations} />,
  },
  {
    path: PAYMENTS_PATH,
    label: words('Payments'),
    may: 'payments:read',
    below: PAYMENT_ROOM_PATHS,
    content: <PaymentRooms />,
  },
  {
    path: DECLARATIONS_PATH,
    label: words('Declarations'),
    may: 'submissions:read',
    below: [],
    content: <DeclarationsTab />,
  },
  {
    path: EMAIL_PATH,
    label: words('Email'),
    may: 'mail:read',
    below: EMAIL_ROOM_PATHS,
    content: <LateRoom room={Email} />,
  },
  {
    path: SOCIAL_PATH,
    label: words('Social'),
    may: 'content:write',
    below: [],
    content: <LateRoom room={Social} />,
  },
  {
    path: SETTINGS_PATH,
    label: words('Settings'),
    may: 'own:change',
    below: [ROLES_PATH, PAUSES_PATH, RETENTION_PATH, AUDIT_PATH],
    content: <LateRoom room={Settings} />,
  },
];

/** The tabs of who holds these permissions. */
export const tabsFor = (held: readonly Permission[]): readonly DashboardTab[] =>
  DASHBOARD_TABS.filter(({ may }) => held.includes(may));

/** The tab of an address, the first of theirs at the dashboard's own; undefined for an address that names none. */
export const tabAt = (
  path: string,
  theirs: readonly DashboardTab[] = DASHBOARD_TABS,
): DashboardTab | undefined =>
  path === '/admin'
    ? theirs[0]
    : DASHBOARD_TABS.find((tab) => tab.path === path || tab.below.includes(path));
