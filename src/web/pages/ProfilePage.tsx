import { AccountCard } from '../../features/members/AccountCard.tsx';
import { useSession } from '../../features/members/useSession.ts';
import { words } from '../../shared/words.ts';
import { sentenceOf } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useTitle } from '../useTitle.ts';
import { useWords } from '../words.tsx';
import { LoggedOut } from './LoggedOut.tsx';
import { MemberFrame } from './MemberFrame.tsx';

/** A member's account. */
export function ProfilePage() {
  const t = useWords();
  const session = useSession();
  useTitle(t('Profile'));

  if (session.data === null)
    return <LoggedOut title={t('Profile')} sentence={t('Please log in to view your profile.')} />;
  return (
    <MemberFrame actions={<Button href="/">{t('Back to Home')}</Button>}>
      <h1 className="text-[2rem]">{t('Profile')}</h1>
      {session.data ? <AccountCard user={session.data} /> : null}
      {session.isPending ? <Loading>{t('Loading profile...')}</Loading> : null}
      {session.error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(session.error, words('Your profile could not be loaded.')))}</p>
          <Button onClick={() => void session.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
    </MemberFrame>
  );
}
