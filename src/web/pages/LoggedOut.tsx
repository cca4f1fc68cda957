import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useWords } from '../words.tsx';
import { MemberFrame } from './MemberFrame.tsx';

/** What a members' document says to somebody who is not logged in. */
export function LoggedOut({ title, sentence }: { title: string; sentence: string }) {
  const t = useWords();
  return (
    <MemberFrame>
      <h1 className="text-[2rem]">{title}</h1>
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
