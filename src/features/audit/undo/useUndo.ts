import { useAction } from '../../../web/actions/useAction.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { useWords } from '../../../web/words.tsx';
import { callUndo } from './undo-calls.rules.ts';
import type { Undo } from './undo.contract.ts';

/** Undoes an act, says how it went, and refreshes what the page shows. */
export function useUndo(undo: Undo) {
  const t = useWords();
  return useAction(() => callUndo(call, undo, t('Undone from the list of last actions.')), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Undo failed'),
    refresh: 'all',
  });
}
