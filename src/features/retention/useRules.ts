import { useState } from 'react';
import type { Retention } from './retention.contract.ts';
import {
  type Period,
  type Periods,
  RETENTION_KINDS,
  type RetentionKind,
} from './retention.rules.ts';

type Saved = Pick<Retention, 'periods' | 'version'>;

/** The rules as they are being chosen, over which saved ones: a colleague’s saving changes nothing that was chosen. */
export function useRules(saved: Saved) {
  const [chosen, setChosen] = useState<Partial<Periods>>({});
  const [seen, setSeen] = useState<Saved>(saved);
  const changed = RETENTION_KINDS.filter(
    (kind) => kind in chosen && chosen[kind] !== seen.periods[kind],
  );
  const isNewer = saved.version > seen.version;
  if (isNewer && changed.length === 0) follow(saved);

  function follow(next: Saved) {
    setSeen(next);
    setChosen({});
  }

  return {
    /** What the form shows. */
    periods: { ...seen.periods, ...chosen } as Periods,
    before: seen.periods,
    changed,
    version: seen.version,
    isOvertaken: isNewer && changed.length > 0,
    choose: (kind: RetentionKind, months: Period | null) =>
      setChosen((now) => ({ ...now, [kind]: months })),
    /** What was chosen stays, over what is saved now. */
    goOn: () => setSeen(saved),
    follow,
  };
}
