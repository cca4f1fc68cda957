import { useSession } from '../../features/members/useSession.ts';
import { useTitle } from '../useTitle.ts';
import { useWords } from '../words.tsx';
import { LoggedOut } from './LoggedOut.tsx';

/** Until messages can be sent, everybody is answered as if logged out (specification §2). */
export function MessagesPage() {
  const t = useWords();
  const session = useSession();
  useTitle(t('Messages'));
  return (
    <LoggedOut
      title={t('Messages')}
      sentence={t('Please log in to view your messages.')}
      // Whoever is logged in cannot do so again; nobody is known until the server has answered.
      offersLogin={session.data === null || session.isError}
    />
  );
}
