import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useWords } from '../words.tsx';
import { MemberFrame } from './MemberFrame.tsx';

interface LoggedOutProps {
  title: string;
  sentence: string;
  /** False leads home instead. */
  offersLogin?: boolean;
}

/** What a members' document says to somebody who is not logged in. */
export function LoggedOut({ title, sentence, offersLogin = true }: LoggedOutProps) {
  const t = useWords();
  return (
    <MemberFrame>
      <h1 className="text-[2rem]">{title}</h1>
      <EmptyState
        title={sentence}
        action={
          offersLogin ? (
            <Button variant="primary" href="/join">
              {t('Log in')}
            </Button>
          ) : (
            <Button href="/">{t('Back to Home')}</Button>
          )
        }
      />
    </MemberFrame>
  );
}
