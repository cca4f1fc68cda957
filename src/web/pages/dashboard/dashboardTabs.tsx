import type { ReactNode } from 'react';
import { AUDIT_PATH } from '../../../features/audit/paths.rules.ts';
import {
  ADVANCED_PATH,
  CONTENT_PATH,
  PICTURES_PATH,
  TEXTS_PATH,
} from '../../../features/content/editing/paths.rules.ts';
import { DONATIONS_PATH, LINKS_PATH } from '../../../features/donations/paths.rules.ts';
import { EMAIL_PATH, EMAIL_PAGE_PATHS } from '../../../features/mail/paths.rules.ts';
import { KitsWaiting } from '../../../features/fulfilment/KitsWaiting.tsx';
import type { KitStepsProps } from '../../../features/fulfilment/KitSteps.tsx';
import { BOARD_PATH } from '../../../features/fulfilment/useKits.ts';
import {
  ROLES_PATH,
  SETTINGS_PATH,
  USERS_PATH,
} from '../../../features/members/settings/paths.rules.ts';
import { API_KEYS_PATH } from '../../../features/members/api-keys/api-key.rules.ts';
import { REPORTS_PATH } from '../../../features/messages/moderation/useReports.ts';
import { CLAIMS_PATH, PAYMENTS_PATH } from '../../../features/payments/core/paths.rules.ts';
import {
  PAYMENT_PAGE_PATHS,
  PaymentsPage,
} from '../../../features/payments/admin/PaymentsPage.tsx';
import { WaitingClaims } from '../../../features/payments/rails/transfer/confirmation/WaitingClaims.tsx';
import { PERSON_PATH, personAddress } from '../../../shared/person-address.ts';
import { SOCIAL_PATH } from '../../../features/content/social/paths.rules.ts';
import {
  COUNTRIES_PATH,
  DECLARATIONS_PATH,
  PAPER_PATH,
  UNUSUAL_PATH,
} from '../../../features/submissions/signatures/paths.rules.ts';
import { DeclarationsTab } from '../../../features/submissions/signatures/DeclarationsTab.tsx';
import { RETENTION_PATH } from '../../../features/retention/paths.rules.ts';
import { PAUSES_PATH } from '../../../features/maintenance/paths.rules.ts';
import { WEBHOOKS_PATH } from '../../../features/webhooks/paths.rules.ts';
import { pathBelow, SUBMISSIONS_PATH } from '../../../features/submissions/kinds/Kind.tsx';
import { CONTACT_PATH, KINDS } from '../../../features/submissions/kinds/Kinds.tsx';
import { exportSubmissions } from '../../../features/submissions/kinds/submissions.contract.ts';
import { KindTab } from '../../../features/submissions/list/KindTab.tsx';
import { SubmissionsTab } from '../../../features/submissions/list/SubmissionsTab.tsx';
import { SETUP_PATH } from '../../../features/submissions/overview/setup.rules.ts';
import type { WaitingKind } from '../../../features/submissions/overview/overview.rules.ts';
import type { Permission } from '../../../shared/access.ts';
import { words } from '../../../shared/words.ts';
import { download } from '../../api.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { IfCan } from '../../permissions.tsx';
import { LazyPanel } from '../../loading/LazyPanel.tsx';
import { OverviewPanel, PersonPanel } from './overviewPages.tsx';

export interface DashboardTab {
  path: string;
  label: string;
  /** The path of a drawing 18 units wide and high. */
  icon: string;
  /** Of what waits for someone, the kinds that are dealt with here. */
  waiting?: readonly WaitingKind[];
  /** Without it the tab is not shown. */
  permission: Permission;
  /** Whether it is in the bar of a phone; the others are behind More. */
  isInBar?: boolean;
  /** What choosing the tab opens for who holds the permission, if not its own address. */
  opens?: { path: string; permission: Permission };
  /** Addresses below its own. */
  below: readonly string[];
  content: ReactNode;
}

const Payments = lazyPart(
  async () =>
    (await import('../../../features/payments/admin/ApplicationPayments.tsx')).ApplicationPayments,
  'admin',
);
const Kits = lazyPart(
  async () => (await import('../../../features/fulfilment/KitBoard.tsx')).KitBoard,
  'admin',
);
const Steps = lazyPart<KitStepsProps>(
  async () => (await import('../../../features/fulfilment/KitSteps.tsx')).KitSteps,
  'admin',
);
const Users = lazyPart(async () => {
  const [{ UsersTab }, { ReportsLabel, ReportsPage }] = await Promise.all([
    import('../../../features/members/administrators/UsersTab.tsx'),
    import('../../../features/messages/moderation/ReportsPage.tsx'),
  ]);
  const reports = { path: REPORTS_PATH, label: <ReportsLabel />, content: <ReportsPage /> };
  return () => (
    <UsersTab
      personAddress={(id) => personAddress('account', id)}
      fetchCsv={(query) => download(exportSubmissions, { params: { type: 'users' }, query })}
      reports={reports}
    />
  );
}, 'admin');
const Content = lazyPart(
  async () => (await import('../../../features/content/ContentTab.tsx')).ContentTab,
  'content',
);
const Donations = lazyPart(
  async () => (await import('../../../features/donations/DonationsTab.tsx')).DonationsTab,
  'donations',
);
const Email = lazyPart(async () => (await import('./EmailTab.tsx')).EmailTab, 'email');
const Social = lazyPart(
  async () => (await import('../../../features/content/social/SocialTab.tsx')).SocialTab,
  'social',
);
const Setup = lazyPart(
  async () => (await import('../../../features/submissions/overview/SetupPage.tsx')).SetupPage,
  'overview',
);
const Settings = lazyPart(async () => {
  const [
    { SettingsTab },
    { PausePage: PausePanel },
    { RetentionPage },
    { WebhooksPage },
    { AuditLog },
    { ChainCheck },
  ] = await Promise.all([
    import('../../../features/members/settings/SettingsTab.tsx'),
    import('../../../features/maintenance/PausePage.tsx'),
    import('../../../features/retention/RetentionPage.tsx'),
    import('../../../features/webhooks/WebhooksPage.tsx'),
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
  const setup = { path: SETUP_PATH, content: <LazyPanel part={Setup} /> };
  const pauses = { path: PAUSES_PATH, content: <PausePanel /> };
  const retention = { path: RETENTION_PATH, content: <RetentionPage /> };
  const webhooks = { path: WEBHOOKS_PATH, content: <WebhooksPage /> };
  return () => <SettingsTab {...{ setup, log, pauses, retention, webhooks }} />;
}, 'settings');

/** LIST of the dashboard's tabs, in the specification's order; each is an address, the first is the default. */
export const DASHBOARD_TABS: readonly DashboardTab[] = [
  {
    path: SUBMISSIONS_PATH,
    icon: 'M2 10h4l1.5 3h3L12 10h4M4 3h10l2 7v5H2v-5z',
    label: words('Submissions'),
    isInBar: true,
    waiting: ['kits_approved', 'kits_in_review', 'kits_submitted', 'volunteer', 'partner'],
    permission: 'submissions:read',
    below: [...KINDS.map(({ type }) => pathBelow(type)), BOARD_PATH, PERSON_PATH],
    content: (
      <SubmissionsTab
        waiting={
          <>
            <OverviewPanel />
            <IfCan permission="payments:read">
              <WaitingClaims />
            </IfCan>
            <IfCan permission="applications:fulfil">
              <KitsWaiting />
            </IfCan>
          </>
        }
        board={{
          path: BOARD_PATH,
          label: words('Applications and kits'),
          permission: 'applications:fulfil',
          content: <LazyPanel part={Kits} />,
        }}
        below={{ [PERSON_PATH]: <PersonPanel /> }}
        applicationExtra={({ id, payments, values }) => (
          <>
            <IfCan permission="applications:fulfil">
              <LazyPanel
                part={Steps}
                props={{
                  id,
                  reference: String(values.reference),
                  status: String(values.applicationStatus),
                }}
              />
            </IfCan>
            {payments ? (
              <IfCan permission="payments:read">
                <LazyPanel part={Payments} props={{ payments, applicationId: id }} />
              </IfCan>
            ) : null}
          </>
        )}
      />
    ),
  },
  {
    path: USERS_PATH,
    icon: 'M7 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM1.5 15.5c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.500M12 3.300a3 3 0 0 1 0 5.400M13.5 11.300c2 .6 3 2 3 4.2',
    label: words('Users'),
    waiting: ['reports'],
    permission: 'users:read',
    below: [REPORTS_PATH],
    content: <LazyPanel part={Users} />,
  },
  {
    path: CONTENT_PATH,
    icon: 'M4 2h7l3 3v11H4zM11 2v3h3M6.5 9h5M6.5 12h5',
    label: words('Content'),
    permission: 'content:write',
    below: [TEXTS_PATH, PICTURES_PATH, ADVANCED_PATH],
    content: <LazyPanel part={Content} />,
  },
  {
    path: CONTACT_PATH,
    icon: 'M2 3h14v10H8l-4 3v-3H2z',
    label: words('Contact'),
    isInBar: true,
    waiting: ['contact'],
    permission: 'submissions:read',
    below: [],
    content: <KindTab type="contact-submissions" />,
  },
  {
    path: DONATIONS_PATH,
    icon: 'M9 15S2 11 2 6.500A3.5 3.5 0 0 1 9 5a3.5 3.5 0 0 1 7 1.500C16 11 9 15 9 15z',
    label: words('Donations'),
    permission: 'donations:read',
    below: [LINKS_PATH],
    content: <LazyPanel part={Donations} />,
  },
  {
    path: PAYMENTS_PATH,
    icon: 'M2 4h14v10H2zM2 7.500h14M5 11h3',
    label: words('Payments'),
    isInBar: true,
    waiting: ['claims', 'money'],
    permission: 'payments:read',
    opens: { path: CLAIMS_PATH, permission: 'payments:read' },
    below: PAYMENT_PAGE_PATHS,
    content: <PaymentsPage />,
  },
  {
    path: DECLARATIONS_PATH,
    icon: 'M3 15h12M4 12l1-3.500L12 2l2.5 2.5-7 6.500z',
    label: words('Declarations'),
    permission: 'submissions:read',
    below: [COUNTRIES_PATH, UNUSUAL_PATH, PAPER_PATH],
    content: <DeclarationsTab />,
  },
  {
    path: EMAIL_PATH,
    icon: 'M2 4h14v10H2zM2 5l7 5 7-5',
    label: words('Email'),
    waiting: ['mails'],
    permission: 'mail:read',
    below: EMAIL_PAGE_PATHS,
    content: <LazyPanel part={Email} />,
  },
  {
    path: SOCIAL_PATH,
    icon: 'M13 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM13 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6.7 8l4.6-3M6.7 10l4.6 3',
    label: words('Social'),
    permission: 'content:write',
    below: [],
    content: <LazyPanel part={Social} />,
  },
  {
    path: SETTINGS_PATH,
    icon: 'M2 5h7M13 5h3M11 3v4M2 9h2M8 9h8M6 7v4M2 13h8M14 13h2M12 11v4',
    label: words('Settings'),
    permission: 'own:change',
    opens: { path: SETUP_PATH, permission: 'site:configure' },
    below: [
      SETUP_PATH,
      ROLES_PATH,
      API_KEYS_PATH,
      PAUSES_PATH,
      RETENTION_PATH,
      WEBHOOKS_PATH,
      AUDIT_PATH,
    ],
    content: <LazyPanel part={Settings} />,
  },
];

/** The tabs of who holds these permissions. */
export const tabsFor = (held: readonly Permission[]): readonly DashboardTab[] =>
  DASHBOARD_TABS.filter(({ permission }) => held.includes(permission));

/** The tab of an address, the first of theirs at the dashboard's own; undefined for an address that names none. */
export const tabAt = (
  path: string,
  allowed: readonly DashboardTab[] = DASHBOARD_TABS,
): DashboardTab | undefined =>
  path === '/admin'
    ? allowed[0]
    : DASHBOARD_TABS.find((tab) => tab.path === path || tab.below.includes(path));
