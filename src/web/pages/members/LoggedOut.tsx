import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../lists/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words.tsx';
import { MemberFrame } from './MemberFrame.tsx';

interface LoggedOutProps {
  title: string;
  sentence: string;
  /** The page was open for someone until now: says what happened. */
  hasEnded: boolean;
}

/** The content of a members' document for a visitor who is not logged in. */
export function LoggedOut({ title, sentence, hasEnded }: LoggedOutProps) {
  const t = useWords();
  return (
    <MemberFrame>
      <h1 className="text-[2rem]">{title}</h1>
      {hasEnded ? (
        <Notice role="status">
          <strong>{t('You are no longer logged in')}</strong>
          <p>
            {t(
              'You logged out in another tab or on another device, your session expired, or an administrator ended it. What you had saved is still there.',
            )}
          </p>
        </Notice>
      ) : null}
      <EmptyState
        title={sentence}
        action={
          <Button variant="primary" href="/join">
            {t('Log in')}
          </Button>
        }
      />
    </MemberFrame>
  );
}
