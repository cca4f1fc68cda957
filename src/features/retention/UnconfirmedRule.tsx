import { useState } from 'react';
import { words } from '../../shared/words.ts';
import { useAction } from '../../web/actions/useAction.ts';
import { call } from '../../web/api.ts';
import { Field } from '../../web/forms/Field.tsx';
import { Select } from '../../web/forms/Select.tsx';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorNotice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';
import { REMOVED_AFTER_DAYS, USUAL_REMOVED_AFTER_DAYS } from '../declaration/unconfirmed.rules.ts';
import { readRetention, setUnconfirmedDays } from './retention.contract.ts';

/** When signatures go that nobody has confirmed: in days, as they never count. */
export function UnconfirmedRule({ days }: { days: number }) {
  const t = useWords();
  const [chosen, setChosen] = useState<number>();
  const save = useAction(
    (unconfirmedDays: number) =>
      call(setUnconfirmedDays, {
        body: {
          days:
            REMOVED_AFTER_DAYS.find((one) => one === unconfirmedDays) ?? USUAL_REMOVED_AFTER_DAYS,
        },
      }),
    {
      through: useRecentPassword(),
      done: t('Rules saved'),
      fallback: words('The rules could not be saved. Please try again.'),
      refresh: [readRetention],
      onDone: () => setChosen(undefined),
    },
  );
  const shown = chosen ?? days;
  return (
    <form
      className="grid max-w-prose gap-3 edged border-rule bg-raised p-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(shown);
      }}
    >
      <Field
        label={t('Signatures that nobody confirmed')}
        hint={t(
          'Deleted so many days after we delivered the link to confirm them, every hour. We remind once after three days. Signatures from before confirmations were needed stay.',
        )}
      >
        <Select
          options={REMOVED_AFTER_DAYS.map((count) => ({
            value: String(count),
            label:
              count === USUAL_REMOVED_AFTER_DAYS
                ? t('{period} (recommended)', { period: t('{count} days', { count }) })
                : t('{count} days', { count }),
          }))}
          value={String(shown)}
          onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
        />
      </Field>
      <ErrorNotice sentence={save.failure} />
      <div className="actions">
        <Button
          type="submit"
          disabled={shown === days}
          pending={save.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save the days')}
        </Button>
      </div>
    </form>
  );
}
