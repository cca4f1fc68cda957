import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { showSession } from '../../../features/members/sessions/session.contract.ts';
import type { User } from '../../../features/members/sessions/useAccount.ts';
import { useLoginAgain } from '../../../features/members/login/useLoginAgain.tsx';
import {
  checkSession,
  useLoggedIn,
  useSession,
} from '../../../features/members/sessions/useSession.ts';
import { MessagesPanel } from '../../../features/messages/MessagesPanel.tsx';
import { UnsentDrafts } from '../../../features/messages/compose/UnsentDrafts.tsx';
import { DeletionContext, useDeletionStore } from '../../../features/messages/inbox/useDeletion.ts';
import { DraftContext, useDraftStore } from '../../../features/messages/core/useDrafts.ts';
import { MemberContext } from '../../../features/messages/core/useMember.ts';
import { useLiveUpdates } from '../../../features/messages/notifications/useLiveUpdates.ts';
import { LoginContext } from '../../withLogin.ts';
import { read } from '../../queries.ts';
import { Loading } from '../../loading/Loading.tsx';
import { LoadError } from '../../loading/LoadError.tsx';
import { useTitle } from '../../useTitle.ts';
import { useWords } from '../../words.tsx';
import { LoggedOut } from './LoggedOut.tsx';
import { MemberFrame } from './MemberFrame.tsx';

/** A member's messages. What was typed outlives the session in which it was typed. */
export function MessagesPage() {
  const t = useWords();
  const session = useSession();
  // The member whose unsent words are here.
  const [writer, setWriter] = useState<User>();
  const user = writer ?? session.data ?? undefined;
  const isHere = user !== undefined && session.data?.id === user.id;
  const [wasHere, setWasHere] = useState(false);
  if (isHere && !wasHere) setWasHere(true);
  useTitle(useHeading(isHere));

  if (session.data === null && !writer)
    return (
      <LoggedOut
        title={t('Messages')}
        sentence={t('Please log in to view your messages.')}
        hasEnded={wasHere}
      />
    );
  return (
    <MemberFrame>
      <h1 className="text-[2rem]">{t('Messages')}</h1>
      {user ? (
        <MemberMessages
          key={user.id}
          user={user}
          isHere={isHere}
          login={session.dataUpdatedAt}
          onUnsent={(isUnsent) => setWriter(isUnsent ? user : undefined)}
        />
      ) : null}
      {session.isPending ? <Loading>{t('Loading messages...')}</Loading> : null}
      <LoadError query={session} fallback={t('Your messages could not be loaded.')} />
    </MemberFrame>
  );
}

/** The page's name with what is not read yet. */
function useHeading(isHere: boolean): string {
  const t = useWords();
  const { data } = useQuery({ ...read(showSession), enabled: isHere });
  return t('{count, plural, =0 {Messages} other {(#) Messages}}', { count: data?.unread ?? 0 });
}

interface MemberMessagesProps {
  user: User;
  /** False once the session has ended. */
  isHere: boolean;
  /** When the person last logged in here, or was seen to be. */
  login: number;
  onUnsent: (isUnsent: boolean) => void;
}

function MemberMessages({ user, isHere, login, onUnsent }: MemberMessagesProps) {
  const drafts = useDraftStore();
  const deletions = useDeletionStore();
  const client = useQueryClient();
  const setUser = useLoggedIn();
  // Without an answer nothing is known to have changed.
  const lookForSession = () => void checkSession(client).catch(console.warn);
  const said = useLiveUpdates(isHere, login, lookForSession);
  const { withLogin, dialog } = useLoginAgain(user.email);
  const { isUnsent } = drafts;
  const tell = useEffectEvent(onUnsent);
  useEffect(() => tell(isUnsent), [isUnsent]);
  return (
    <MemberContext value={useMemo(() => ({ user, isHere }), [user, isHere])}>
      <LoginContext value={withLogin}>
        <DraftContext value={drafts}>
          <DeletionContext value={deletions}>
            {isHere ? <MessagesPanel /> : <UnsentDrafts onLoggedIn={setUser} />}
            <p role="status" className="sr-only">
              {said}
            </p>
            {dialog}
          </DeletionContext>
        </DraftContext>
      </LoginContext>
    </MemberContext>
  );
}
