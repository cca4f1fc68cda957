import { useContext } from 'react';
import { AdminLogin } from '../../../features/members/login/AdminLogin.tsx';
import { FirstAdministrator } from '../../../features/members/administrators/FirstAdministrator.tsx';
import { ROLE_NAMES } from '../../../features/members/administrators/roles.rules.ts';
import { SecondFactorGate } from '../../../features/members/login/SecondFactorGate.tsx';
import { ForgotPassword } from '../../../features/members/password/ForgotPassword.tsx';
import { useRights, useSession } from '../../../features/members/sessions/useSession.ts';
import { SavedViews } from '../../../features/saved-views/SavedViews.tsx';

import { go, linkTo, useAddress } from '../../address.ts';
import { PermissionsContext } from '../../permissions.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../lists/EmptyState.tsx';
import { Loading } from '../../loading/Loading.tsx';
import { LoadError } from '../../loading/LoadError.tsx';
import { NoAccess } from '../../ui/NoAccess.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTitle } from '../../useTitle.ts';
import { words } from '../../../shared/words.ts';
import { useWords } from '../../words.tsx';
import { LinkKeyContext } from '../account/useLinkKey.ts';
import { DashboardFrame, DashboardTitle } from './Dashboard.tsx';
import { MemberFrame } from '../members/MemberFrame.tsx';
import { NotFoundPage } from '../static/NotFoundPage.tsx';
import { tabAt, tabsFor } from './dashboardTabs.tsx';
import { MoreTabs } from './MoreTabs.tsx';
import { TabLabel, useWaitingCounts } from './TabLabel.tsx';

/** The dashboard, or the way into it. */
export function AdminPage() {
  const t = useWords();
  const { path } = useAddress();
  const linkKey = useContext(LinkKeyContext);
  const session = useSession();
  const rights = useRights(session.data);
  useTitle(t('Admin'));

  if (path === '/admin/first')
    return (
      <MemberFrame>
        <FirstAdministrator key={linkKey} token={linkKey} />
      </MemberFrame>
    );
  const tab = tabAt(path);
  if (session.data?.isAdmin) {
    return (
      <DashboardFrame user={session.data}>
        <DashboardContent path={path} rights={rights} />
      </DashboardFrame>
    );
  }
  if (!tab && !session.isPending)
    return (
      <MemberFrame>
        <NotFoundPage />
      </MemberFrame>
    );
  return (
    <MemberFrame>
      {session.data === undefined ? null : (
        <AdminLogin user={session.data} ForgotPassword={ForgotPassword} />
      )}
      {session.isPending ? <Loading>{t('Loading the dashboard...')}</Loading> : null}
      <LoadError query={session} fallback={t('The dashboard could not be loaded.')} />
    </MemberFrame>
  );
}

/** The content that the person may see, once that is known. */
function DashboardContent({
  path,
  rights,
}: {
  path: string;
  rights: ReturnType<typeof useRights>;
}) {
  const t = useWords();
  const { data } = rights;
  if (!data)
    return rights.error ? (
      <LoadError query={rights} fallback={t('The dashboard could not be loaded.')} />
    ) : (
      <Loading>{t('Loading the dashboard...')}</Loading>
    );
  return (
    <PermissionsContext value={data.permissions}>
      <SecondFactorGate isShut={data.mustSetUpSecondFactor}>
        <SavedViews>
          <DashboardTabs path={path} of={data} />
        </SavedViews>
      </SecondFactorGate>
    </PermissionsContext>
  );
}

type RightsData = NonNullable<ReturnType<typeof useRights>['data']>;

function DashboardTabs({ path, of: { permissions, role } }: { path: string; of: RightsData }) {
  const t = useWords();
  const theirs = tabsFor(permissions);
  const tab = tabAt(path, theirs);
  const isNowhere = tabAt(path) === undefined;
  const countOf = useWaitingCounts();
  if (!isNowhere && !(tab && theirs.includes(tab)))
    return (
      <>
        <DashboardTitle>{t('Admin dashboard')}</DashboardTitle>
        <NoAccess>
          {role
            ? t('Your role is {role}. An owner can give you another role.', {
                role: t(ROLE_NAMES[role]),
              })
            : null}
        </NoAccess>
      </>
    );
  return (
    <>
      <DashboardTitle>{t(tab ? tab.label : NOT_FOUND)}</DashboardTitle>
      <MoreTabs count={theirs.reduce((sum, one) => (one.isInBar ? sum : sum + countOf(one)), 0)}>
        <Tabs
          look="side"
          label={t('Dashboard')}
          value={tab?.path ?? ''}
          onChange={(to) => {
            const opens = theirs.find(({ path: own }) => own === to)?.opens;
            go(opens && permissions.includes(opens.permission) ? opens.path : to);
          }}
          tabs={theirs.map((one) => ({
            value: one.path,
            label: <TabLabel tab={one} count={countOf(one)} />,
            content: one.content,
          }))}
        >
          {isNowhere ? <NoSuchPage /> : null}
        </Tabs>
      </MoreTabs>
    </>
  );
}

const NOT_FOUND = words('Page Not Found');

/** An address of the dashboard that names no tab. */
function NoSuchPage() {
  const t = useWords();
  useTitle(t(NOT_FOUND));
  return (
    <EmptyState
      title={t('There is nothing at this address.')}
      action={
        <Button variant="primary" {...linkTo('/admin')}>
          {t('Back to the dashboard')}
        </Button>
      }
    />
  );
}
