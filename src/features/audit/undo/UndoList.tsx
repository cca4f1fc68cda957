import { useQuery } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { call } from '../../../web/api.ts';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { ActSentence } from '../AuditEntryParts.tsx';
import { callUndo } from './undo-calls.rules.ts';
import { listUndoable, type UndoableAct } from './undo.contract.ts';

/** The last ten things that the reader did and can still undo, newest first. */
export function UndoList() {
  const t = useWords();
  // Each time that it is opened: something was done since.
  const query = useQuery({ ...read(listUndoable), refetchOnMount: 'always' });
  const { data } = query;
  if (query.error)
    return (
      <LoadError
        query={query}
        fallback={words('The list could not be loaded. Please try again.')}
      />
    );
  if (!data) return <Loading>{t('Loading...')}</Loading>;
  if (data.length === 0)
    return (
      <p role="status">{t('You have done nothing in the last 30 days that can be undone.')}</p>
    );
  return (
    <>
      <p className="hint">
        {t('An action stays here until something else happens to what it changed.')}
      </p>
      <ul className="grid edged-t border-rule">
        {data.map((act) => (
          <UndoableRow key={act.id} act={act} />
        ))}
      </ul>
    </>
  );
}

function UndoableRow({ act }: { act: UndoableAct }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { id, action, at, about, count } = act;
  const undo = useAction(
    () => callUndo(call, act.undo, t('Undone from the list of last actions.')),
    {
      through: useRecentPassword(),
      done: t('Undone'),
      failed: t('Undo failed'),
      refresh: 'all',
    },
  );
  const sentence = `undo-${id}`;
  return (
    <li className="flex items-center justify-between gap-4 edged-b border-rule py-2">
      <p>
        <b id={sentence} className="block">
          <ActSentence action={action} />
        </b>
        <span className="hint [overflow-wrap:anywhere]">
          {dateTimeOf(at)}
          {about === null ? null : (
            <>
              {' · '}
              <bdi>{about}</bdi>
            </>
          )}
          {count === null
            ? null
            : ` · ${t('{count, plural, one {# record} other {# records}}', { count })}`}
        </span>
      </p>
      <Button pending={undo.isPending} aria-describedby={sentence} onClick={() => void undo.run()}>
        {t('Undo')}
      </Button>
    </li>
  );
}
