import type { ReactNode } from 'react';
import { AUDIT_PATH } from '../../features/audit/paths.rules.ts';
import { ContentTab } from '../../features/content/ContentTab.tsx';
import { CONTENT_PATH } from '../../features/content/useContentAddress.ts';
import { DONATIONS_PATH } from '../../features/donations/paths.rules.ts';
import { EMAIL_PATH } from '../../features/email/paths.rules.ts';
import { KitBoard } from '../../features/fulfilment/KitBoard.tsx';
import { KitsWaiting } from '../../features/fulfilment/KitsWaiting.tsx';
import { BOARD_PATH } from '../../features/fulfilment/useKits.ts';
import { SETTINGS_PATH } from '../../features/members/settings/paths.rules.ts';
import { AdminLogin } from '../../features/members/AdminLogin.tsx';
import { FirstAdministrator } from '../../features/members/FirstAdministrator.tsx';
import { SecondFactorGate } from '../../features/members/SecondFactorGate.tsx';
import { USERS_PATH } from '../../features/members/useAccountList.ts';
import { useSession } from '../../features/members/useSession.ts';
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
import { FetchedRoom } from '../../features/payments/ledger/FetchedRoom.tsx';
import { ClaimsWaiting } from '../../features/payments/manual/ClaimsWaiting.tsx';
import { DeclarationsTab } from '../../features/submissions/DeclarationsTab.tsx';
import { SOCIAL_PATH } from '../../features/content/social/paths.rules.ts';
import { pathBelow, SUBMISSIONS_PATH } from '../../features/submissions/Kind.tsx';
import { CONTACT_PATH, DECLARATIONS_PATH, KINDS } from '../../features/submissions/Kinds.tsx';
import { KindTab } from '../../features/submissions/KindTab.tsx';
import { SubmissionsTab } from '../../features/submissions/SubmissionsTab.tsx';
import { words } from '../../shared/words.ts';
import { go, linkTo, useAddress } from '../address.ts';
import { sentenceOf } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useTitle } from '../useTitle.ts';
import { useWords } from '../words.tsx';
import { Desk } from './Desk.tsx';
import { MemberFrame } from './MemberFrame.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

async function loadSettings() {
  const [{ SettingsTab }, { AuditLog }] = await Promise.all([
    import('../../features/members/settings/SettingsTab.tsx'),
    import('../../features/audit/AuditLog.tsx'),
  ]);
  const log = { path: AUDIT_PATH, content: <AuditLog usersPath={USERS_PATH} /> };
  return () => <SettingsTab log={log} />;
}

interface DashboardTab {
  path: string;
  label: string;
  /** Addresses below its own. */
  below: readonly string[];
  content: ReactNode;
}

const loadSocial = async () =>
  (await import('../../features/content/social/SocialTab.tsx')).SocialTab;
const loadDonations = async () =>
  (await import('../../features/donations/DonationsTab.tsx')).DonationsTab;

const loadEmail = async () => (await import('../../features/email/EmailTab.tsx')).EmailTab;

/** LIST of the dashboard's tabs, in the specification's order; each is an address, the first is the default. */
const TABS: readonly DashboardTab[] = [
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
    content: <ContentTab />,
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
    content: <FetchedRoom name="donations" load={loadDonations} part="donations" />,
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
    content: <FetchedRoom name="email" load={loadEmail} part="email" />,
  },
  {
    path: SOCIAL_PATH,
    label: words('Social'),
    below: [],
    content: <FetchedRoom name="social" load={loadSocial} part="social" />,
  },
  {
    path: SETTINGS_PATH,
    label: words('Settings'),
    below: [AUDIT_PATH],
    content: <FetchedRoom name="settings" load={loadSettings} part="settings" />,
  },
];

const tabAt = (path: string) =>
  path === '/admin' ? TABS[0] : TABS.find((tab) => tab.path === path || tab.below.includes(path));

/** The dashboard, or the way into it. */
export function AdminPage() {
  const t = useWords();
  const { path, query } = useAddress();
  const session = useSession();
  useTitle(t('Admin'));

  if (path === '/admin/first')
    return (
      <MemberFrame>
        <FirstAdministrator token={query.get('token') ?? ''} />
      </MemberFrame>
    );
  const tab = tabAt(path);
  if (session.data?.isAdmin) {
    return (
      <Desk user={session.data}>
        <SecondFactorGate>{tab ? <DashboardTabs tab={tab} /> : <NoSuchPage />}</SecondFactorGate>
      </Desk>
    );
  }
  if (!tab && !session.isPending)
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <MemberFrame>
      {session.data === undefined ? null : <AdminLogin user={session.data} />}
      {session.isPending ? <Loading>{t('Loading the dashboard...')}</Loading> : null}
      {session.error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(session.error, words('The dashboard could not be loaded.')))}</p>
          <Button onClick={() => void session.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
    </MemberFrame>
  );
}

function DashboardTabs({ tab }: { tab: DashboardTab }) {
  const t = useWords();
  return (
    <>
      <h1 className="text-[1.625rem] sm:text-[2rem]">{t('Admin dashboard')}</h1>
      <Tabs
        label={t('Dashboard')}
        value={tab.path}
        onChange={(to) => go(to)}
        tabs={TABS.map((one) => ({
          value: one.path,
          label: t(one.label),
          content: one.content,
        }))}
      />
    </>
  );
}

/** An address of the dashboard that names no tab. */
function NoSuchPage() {
  const t = useWords();
  useTitle(t('Page Not Found'));
  return (
    <>
      <h1 className="text-[1.625rem] sm:text-[2rem]">{t('Page Not Found')}</h1>
      <EmptyState
        title={t('There is nothing at this address.')}
        action={
          <Button variant="primary" {...linkTo('/admin')}>
            {t('Back to the dashboard')}
          </Button>
        }
      />
    </>
  );
}
