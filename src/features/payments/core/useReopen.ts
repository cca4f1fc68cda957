import { useAction } from '../../../web/actions/useAction.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { useWords } from '../../../web/words.tsx';
import { type DismissedKind, reopenDismissed } from './correction.contract.ts';

/** Undoes a dismissal: it is to review again. */
export function useReopen(kind: DismissedKind, id: string) {
  const t = useWords();
  return useAction(() => call(reopenDismissed, { body: { kind, id } }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
}
