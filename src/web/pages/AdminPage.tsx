import { AdminLogin } from '../../features/members/AdminLogin.tsx';
import { FirstAdministrator } from '../../features/members/FirstAdministrator.tsx';
import { SecondFactorGate } from '../../features/members/SecondFactorGate.tsx';
import { useSession } from '../../features/members/useSession.ts';
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
import { DASHBOARD_TABS, tabAt } from './dashboardTabs.tsx';

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
        <SecondFactorGate>
          {tab ? <DashboardTabs path={tab.path} /> : <NoSuchPage />}
        </SecondFactorGate>
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

function DashboardTabs({ path }: { path: string }) {
  const t = useWords();
  return (
    <>
      <h1 className="text-[1.625rem] sm:text-[2rem]">{t('Admin dashboard')}</h1>
      <Tabs
        label={t('Dashboard')}
        value={path}
        onChange={(to) => go(to)}
        tabs={DASHBOARD_TABS.map((one) => ({
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
