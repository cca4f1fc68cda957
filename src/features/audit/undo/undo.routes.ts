import type { Database } from '../../../server/database/database.ts';
import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { describeEntries } from '../audit.service.ts';
import { listUndoable } from './undo.contract.ts';
import { countOf, HARMLESS, looksBackMs, nameIn, WAYS } from './undo.rules.ts';
import { listActsAfter, listActsOf } from './undo.store.ts';

/** Of these the last ten that can still be undone are shown. */
const mostRead = 50;
const mostShown = 10;

const nounOf = (action: string) => action.split('.')[0];

export const undoRoutes = [
  route(listUndoable, async (context) => {
    const { db, clock } = context;
    const now = clock.now();
    const { id: actorId, permissions } = callerOf(context);
    const acts = await listActsOf(db, actorId, {
      actions: Object.keys(WAYS).filter((one) =>
        permissions.some((it) => it === WAYS[one]?.permission),
      ),
      since: new Date(now.getTime() - looksBackMs),
      most: mostRead,
    });
    const changedSince = await readChanges(db, acts);
    const found = acts.flatMap((act) => {
      const { subject, action, at } = act;
      const way = WAYS[action];
      if (subject === null || !way || changedSince(act)) return [];
      if (way.withinMs !== undefined && now.getTime() - at.getTime() > way.withinMs) return [];
      const undo = way.undo({ ...act, subject });
      return undo ? [{ act, undo, name: nameIn({ ...act, subject }) }] : [];
    });
    const shown = found.slice(0, mostShown);
    const entries = await describeEntries(
      db,
      shown.map(({ act }) => act),
    );
    return shown.map(({ act: { id, at, action, after }, undo, name }, n) => ({
      id,
      at,
      action,
      about: entries[n]?.reference ?? name,
      count: countOf(after),
      undo,
    }));
  }),
];

type Acts = Awaited<ReturnType<typeof listActsOf>>;

/** Whether something of the same kind has happened since to what an act was about. */
async function readChanges(db: Database, acts: Acts) {
  const oldest = Math.min(...acts.map(({ id }) => id));
  const later =
    acts.length === 0
      ? []
      : await listActsAfter(db, oldest, {
          subjects: acts.flatMap(({ subject }) => subject ?? []),
          butNot: HARMLESS,
        });
  return ({ id, subject, action }: Acts[number]) =>
    later.some(
      (one) => one.id > id && one.subject === subject && nounOf(one.action) === nounOf(action),
    );
}
