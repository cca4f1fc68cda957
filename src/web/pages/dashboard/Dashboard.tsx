import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { whoAmI } from '../../../features/members/sessions/session.contract.ts';
import type { User } from '../../../features/members/sessions/useAccount.ts';
import { isAnotherSession, useLoginAgain } from '../../../features/members/login/useLoginAgain.tsx';
import { useReauthentication } from '../../../features/members/login/useReauthentication.tsx';
import { changeSession } from '../../../features/members/sessions/useSession.ts';
import { useSessionEnd } from '../../../features/messages/notifications/useLiveEvents.ts';
import { call } from '../../api.ts';
import { RecentPasswordContext, type WithRecentPassword } from '../../recentPassword.ts';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { IfCan } from '../../permissions.tsx';
import { useWords } from '../../words.tsx';
import { FindAnything } from './FindAnything.tsx';
import { LastActions } from './LastActions.tsx';
import { TabIcon } from './TabLabel.tsx';
import '../../styles/dashboard.css';
import '../../lists/panel/panel.css';

/**
 * The frame of what an administrator sees. Whatever in it needs a recent password, or a log-in again, can ask for it.
 * Once the session is over nothing is to be seen any more: it comes back, with what was typed, for the same
 * administrator alone.
 */
export function DashboardFrame({ user, children }: { user: User; children: ReactNode }) {
  const client = useQueryClient();
  const { withRecentPassword, dialog: passwordDialog } = useReauthentication();
  const { withLogin, dialog: loginDialog } = useLoginAgain(user.email);
  const [hasEnded, setEnded] = useState(false);

  const withBoth = useCallback<WithRecentPassword>(
    (action, question) => withLogin(() => withRecentPassword(action, question)),
    [withLogin, withRecentPassword],
  );

  /** A new password ends the old session too, and brings a new one. */
  async function checkSession() {
    try {
      await call(whoAmI);
      setEnded(false);
    } catch (error) {
      // Without an answer nothing is known to have changed.
      if (!isAnotherSession(error)) return console.warn(error);
      setEnded(true);
      throw error;
    }
  }
  useSessionEnd(() => void withLogin(checkSession).catch(() => changeSession(client, null)));

  return (
    <RecentPasswordContext value={withBoth}>
      <main id="main" tabIndex={-1} className="dashboard">
        <div className="contents" hidden={hasEnded}>
          {children}
        </div>
      </main>
      {passwordDialog}
      {loginDialog}
    </RecentPasswordContext>
  );
}

/** The title of a page of the dashboard, the search, and the way out. */
export function DashboardTitle({ children }: { children: ReactNode }) {
  const t = useWords();
  const href = useHref();
  return (
    <div className="dashboard-title">
      <h1>{children}</h1>
      <div className="dashboard-top">
        <IfCan permission="submissions:read">
          <FindAnything />
        </IfCan>
        <LastActions />
        <Button href={href('/')} variant="quiet" className="way-home">
          <TabIcon path="M2.5 8.5 9 2.5l6.5 6M4.5 7v8.5h9V7" />
          <span>{t('Back to Home')}</span>
        </Button>
      </div>
    </div>
  );
}
