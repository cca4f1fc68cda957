import { words } from '../../../../../shared/words.ts';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { go } from '../../../../../web/address.ts';
import { call } from '../../../../../web/api.ts';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { type Toast, toast } from '../../../../../web/ui/toasts.ts';
import { useWords } from '../../../../../web/words.tsx';
import { useDifferenceWarning } from '../../../core/lines/useDifferenceWarning.tsx';
import { STATEMENTS_PATH } from '../../../core/paths.rules.ts';
import {
  applyStatement,
  bookStatement,
  discardStatement,
  type StatementView,
  undoStatement,
} from './statement.contract.ts';

interface Step extends Pick<Toast, 'title' | 'action'> {
  name: 'apply' | 'undo' | 'book' | 'forget';
  /** `more` joins the body once a warning was answered. */
  send: (more?: object) => Promise<{ message: string }>;
  onDone?: () => void;
}

/** The actions on an imported statement; a failure is shown until the next action. */
export function useStatementActions({ id, version, fileName }: StatementView) {
  const t = useWords();
  const withWarning = useDifferenceWarning(useRecentPassword());
  const current = useAction(({ send }: Step) => withWarning(send), {
    fallback: words('That did not work. Please try again.'),
    refresh: 'all',
    onDone: ({ message }, { title, action, onDone }) => {
      toast({ title, description: t(message), ...(action ? { action } : {}) });
      onDone?.();
    },
  });
  // The next step may be pressed while the page still refreshes after the last; only a second press of the same waits.
  const start = (step: Step) => {
    if (current.input?.name !== step.name) void current.run(step);
  };

  const undo = () =>
    start({
      name: 'undo',
      title: t('Undone'),
      send: () => call(undoStatement, { params: { id } }),
    });

  return {
    doing: current.input?.name,
    failure: current.failure,
    undo,
    apply: (lines: string[]) =>
      start({
        name: 'apply',
        title: t('Lines confirmed'),
        action: { label: t('Undo'), press: undo },
        send: (more) => call(applyStatement, { params: { id }, body: { version, lines, ...more } }),
      }),
    book: () =>
      start({
        name: 'book',
        title: t('Recording'),
        send: () => call(bookStatement, { params: { id } }),
      }),
    forget() {
      const question = {
        title: t('Delete this statement?'),
        text: t('{file} and its lines will be deleted. No payment changes.', { file: fileName }),
        confirmLabel: t('Delete statement'),
        danger: true,
      };
      void current.ask(question, {
        name: 'forget',
        title: t('Statement deleted'),
        send: () => call(discardStatement, { params: { id } }),
        onDone: () => go(STATEMENTS_PATH, { replace: true }),
      });
    },
  };
}

export type StatementActions = ReturnType<typeof useStatementActions>;
