import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../server/database/database.ts';
import { Fault } from '../../shared/fault.ts';
import { type ListChoices, MOST_VIEWS } from '../../shared/list-choices.ts';
import { TOO_MANY_VIEWS } from './view.contract.ts';
import { holdChoices, type Place, putChoices } from './view.store.ts';

/**
 * Keeps what somebody chose over what they had seen, and answers what is kept then: what they chose in another tab
 * since stays, where this choice is not about it. Throws 400 for more views than a list may have.
 */
export async function keepChoices(
  tx: Database,
  place: Place,
  { seen, ...mine }: ListChoices & { seen: ListChoices },
): Promise<ListChoices> {
  const merged = mergedChoices(mine, { seen, now: await holdChoices(tx, place) });
  if (merged.views.length > MOST_VIEWS)
    throw new Fault(400, TOO_MANY_VIEWS, { fields: { views: TOO_MANY_VIEWS } });
  // A view that is gone opens nothing any more.
  const opens = merged.views.some(({ name }) => name === merged.defaultView);
  const choices = { ...merged, defaultView: opens ? merged.defaultView : null };
  await putChoices(tx, place, choices);
  return choices;
}

/** What was changed from `seen` is as it is here, everything else as it is now. */
function mergedChoices(
  mine: ListChoices,
  { seen, now }: { seen: ListChoices; now: ListChoices },
): ListChoices {
  if (isDeepStrictEqual(seen, now)) return mine;
  const pick = <T>(mine: T, seen: T, now: T) => (isDeepStrictEqual(mine, seen) ? now : mine);
  const names = new Set([...now.views, ...mine.views].map(({ name }) => name));
  const viewOf = ({ views }: ListChoices, name: string) => views.find((one) => one.name === name);
  return {
    columns: pick(mine.columns, seen.columns, now.columns),
    views: [...names].flatMap(
      (name) => pick(viewOf(mine, name), viewOf(seen, name), viewOf(now, name)) ?? [],
    ),
    defaultView: pick(mine.defaultView, seen.defaultView, now.defaultView),
  };
}
