import { useState } from 'react';
import { type Retention, readRetention, setRetention } from './retention.contract.ts';
import {
  type Period,
  type Periods,
  RETENTION_KINDS,
  type RetentionKind,
} from './retention.rules.ts';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useAction } from '../../web/actions/useAction.ts';
import { useWords } from '../../web/words.tsx';

type Saved = Pick<Retention, 'periods' | 'version'>;

/** The chosen rules on top of the saved ones: what another administrator saves does not change the choice. */
export function useRetentionRules(saved: Saved) {
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
    hasConflict: isNewer && changed.length > 0,
    choose: (kind: RetentionKind, months: Period | null) =>
      setChosen((now) => ({ ...now, [kind]: months })),
    /** What was chosen stays, over what is saved now. */
    goOn: () => setSeen(saved),
    follow,
  };
}

/** Saves the rules; asks for the password when it must be recent. */
export function useSaveRetention(onSaved: (saved: Saved) => void) {
  const t = useWords();
  const undo = useAction((body: Saved) => call(setRetention, { body }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Undo failed'),
    refresh: [readRetention],
    onDone: ({ version }, { periods }) => onSaved({ periods, version }),
  });
  return useAction(
    ({ periods, version }: Saved & { before: Periods }) =>
      call(setRetention, { body: { periods, version } }),
    {
      through: useRecentPassword(),
      fallback: words('The rules could not be saved. Please try again.'),
      refresh: [readRetention],
      onDone: ({ version, message }, { periods, before }) => {
        toast({
          title: t('Rules saved'),
          description: t(message),
          action: {
            label: t('Undo'),
            press: () => void undo.run({ periods: before, version }),
          },
        });
        onSaved({ periods, version });
      },
    },
  );
}
