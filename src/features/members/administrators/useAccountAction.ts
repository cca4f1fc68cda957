import { useRecentPassword } from '../../../web/recentPassword.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import type { ListedUser } from './accounts.contract.ts';

/** What is done with an account; it may show anywhere in the dashboard, and may end the own session. */
export function useAccountAction(onDone?: () => void) {
  const t = useWords();
  return useAction((send: () => Promise<{ message: string }>) => send(), {
    through: useRecentPassword(),
    done: t('Done'),
    refresh: 'all',
    ...(onDone ? { onDone } : {}),
  });
}

/** What a button for such an action is about. */
export interface AccountActionProps {
  user: ListedUser;
  action: ReturnType<typeof useAccountAction>;
}
