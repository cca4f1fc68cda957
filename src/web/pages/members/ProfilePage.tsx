import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AccountCard } from '../../../features/members/profile/AccountCard.tsx';
import type { User } from '../../../features/members/sessions/useAccount.ts';
import { SecuritySettings } from '../../../features/members/account/SecuritySettings.tsx';
import { whoAmI } from '../../../features/members/sessions/session.contract.ts';
import { isAnotherSession, useLoginAgain } from '../../../features/members/login/useLoginAgain.tsx';
import { useReauthentication } from '../../../features/members/login/useReauthentication.tsx';
import {
  changeSession,
  checkSession,
  useSession,
} from '../../../features/members/sessions/useSession.ts';
import { useSessionEnd } from '../../../features/messages/notifications/useLiveEvents.ts';
import { MyRecords } from '../../../features/member-records/MyRecords.tsx';
import { OwnCard } from '../../../features/members/profile/OwnCard.tsx';
import { ProfileDetails } from '../../../features/members/profile/ProfileForm.tsx';
import { call } from '../../api.ts';
import { LoginContext } from '../../withLogin.ts';
import { RecentPasswordContext } from '../../recentPassword.ts';
import { Loading } from '../../loading/Loading.tsx';
import { LoadError } from '../../loading/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useTitle } from '../../useTitle.ts';
import { useWords } from '../../words.tsx';
import { LoggedOut } from './LoggedOut.tsx';
import { MemberFrame } from './MemberFrame.tsx';

/** A member's account: who they are, what they tell, what they did here. */
export function ProfilePage() {
  const t = useWords();
  const session = useSession();
  // The member whose unsaved words are here: they outlive the session.
  const [writer, setWriter] = useState<User>();
  const user = writer ?? session.data ?? undefined;
  const [wasHere, setWasHere] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  if (user && !wasHere) setWasHere(true);
  useTitle(t('Profile'));

  if (session.data === null && !writer)
    return (
      <LoggedOut
        title={t('Profile')}
        sentence={t('Please log in to view your profile.')}
        hasEnded={wasHere && !isDeleted}
      />
    );
  return (
    <MemberFrame>
      <h1 className="text-[2rem]">{t('Profile')}</h1>
      {user ? (
        <Member
          key={user.id}
          user={user}
          isHere={session.data?.id === user.id}
          login={session.dataUpdatedAt}
          hasWords={writer !== undefined}
          onDeleted={() => setDeleted(true)}
          onUnsaved={(isUnsaved) => setWriter(isUnsaved ? user : undefined)}
        />
      ) : null}
      {session.isPending ? <Loading>{t('Loading profile...')}</Loading> : null}
      <LoadError query={session} fallback={t('Your profile could not be loaded.')} />
    </MemberFrame>
  );
}

interface MemberProps {
  user: User;
  /** False once the session has ended. */
  isHere: boolean;
  /** When the person last logged in here, or was seen to be. */
  login: number;
  /** Whether something of the profile is not saved yet. */
  hasWords: boolean;
  onDeleted: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

function Member({ user, isHere, login, hasWords, onDeleted, onUnsaved }: MemberProps) {
  const t = useWords();
  const client = useQueryClient();
  const { withRecentPassword, dialog: passwordDialog } = useReauthentication();
  const { withLogin, dialog: loginDialog } = useLoginAgain(user.email);
  const place = useRef<HTMLDivElement>(null);

  /** Asks for the password where a field holds typed text; without any, or where a text is kept already, checks the session. */
  async function handleSessionEnd() {
    try {
      if (hasWords || !isTypedIn(place.current)) await checkSession(client);
      else await withLogin(() => call(whoAmI));
    } catch (error) {
      if (isAnotherSession(error)) changeSession(client, null);
      else console.warn(error);
    }
  }
  useSessionEnd(() => void handleSessionEnd(), { isOn: isHere, login });

  return (
    <LoginContext value={withLogin}>
      <RecentPasswordContext value={withRecentPassword}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <section className="grid content-start gap-4" aria-labelledby="account">
            <h2 id="account" className="text-2xl">
              {t('Account')}
            </h2>
            <AccountCard user={user} />
            {isHere ? <OwnCard userId={user.id} /> : null}
          </section>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-12">
            {isHere ? null : (
              <Notice role="status">
                <p>
                  {t(
                    'You are logged out. What you typed is still here. You will be asked to log in when you save it.',
                  )}
                </p>
              </Notice>
            )}
            <ProfileDetails onUnsaved={onUnsaved} />
            {isHere ? (
              <>
                <MyRecords email={user.email} onOpen={(href) => location.assign(href)} />
                <div ref={place}>
                  <SecuritySettings
                    onDeleted={() => {
                      onDeleted();
                      onUnsaved(false);
                      changeSession(client, null);
                    }}
                  />
                </div>
              </>
            ) : null}
          </div>
        </div>
        {passwordDialog}
        {loginDialog}
      </RecentPasswordContext>
    </LoginContext>
  );
}

/** Whether a field at a place holds what nothing but it knows yet, such as a new address. Switches act at once. */
const isTypedIn = (place: Element | null): boolean =>
  [...(place?.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])') ?? [])].some(
    (field) => field.value !== field.defaultValue,
  );
