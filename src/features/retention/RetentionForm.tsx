import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../web/ui/Button.tsx';
import { Conflict } from '../../web/forms/Conflict.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { ErrorNotice } from '../../web/ui/Notice.tsx';
import { useUnsavedWarning } from '../../web/forms/useUnsavedWarning.ts';
import { useWords } from '../../web/words.tsx';
import { KindRule } from './KindRule.tsx';
import type { Retention } from './retention.contract.ts';
import { RETENTION, RETENTION_KINDS, type Periods, type RetentionKind } from './retention.rules.ts';
import { useRetentionSentences } from './useRetentionSentences.ts';
import { useRetentionRules, useSaveRetention } from './useRetentionRules.ts';
import { words } from '../../shared/words.ts';

/** The period of each kind of record; saved together, after a confirmation that names what is removed. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const t = useWords();
  const { periodText: periodIn } = useRetentionSentences();
  const confirm = useConfirm();
  const state = useRef<HTMLSpanElement>(null);
  const rules = useRetentionRules(retention);
  const save = useSaveRetention((saved) => settle(() => rules.follow(saved)));
  useUnsavedWarning(rules.changed.length > 0);
  const { periods, before, changed, version, hasConflict } = rules;
  const isShorter = changed.some(
    (kind) => (periods[kind] ?? Infinity) < (before[kind] ?? Infinity),
  );

  async function ask() {
    const isSure =
      !isShorter ||
      (await confirm({
        title: t('Remove old records from now on?'),
        text: <RemovalPreview changed={changed} periods={periods} preview={retention.preview} />,
        confirmLabel: t('Save the rules'),
        danger: true,
      }));
    if (isSure) await save.run({ periods, version, before });
  }

  /** When the focused button is gone or disabled afterwards, moves the focus beside it. */
  function settle(action: () => void) {
    flushSync(action);
    const { activeElement } = document;
    if (!activeElement || activeElement.matches('body, :disabled')) state.current?.focus();
  }
  const closeNotice = (action: () => void) =>
    settle(() => {
      save.reset();
      action();
    });

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 md:grid-cols-2 xl:grid-cols-3">
        {RETENTION_KINDS.map((kind) => (
          <KindRule
            key={kind}
            kind={kind}
            months={periods[kind]}
            due={retention.preview[kind].due}
            onChoose={(months) => rules.choose(kind, months)}
          />
        ))}
      </div>
      {hasConflict ? (
        <Conflict
          saved={RETENTION_KINDS.filter(
            (kind) => retention.periods[kind] !== before[kind] || changed.includes(kind),
          ).map((kind) => ({
            label: t(RETENTION[kind].title),
            value: periodIn(retention.periods[kind]),
          }))}
          onGoOn={() => closeNotice(rules.goOn)}
          onTakeTheirs={() => closeNotice(() => rules.follow(retention))}
        />
      ) : null}
      <ErrorNotice sentence={!hasConflict && save.failure} />
      <div className="actions items-center">
        <Button
          type="submit"
          variant="primary"
          disabled={changed.length === 0}
          pending={save.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save the rules')}
        </Button>
        {changed.length > 0 ? (
          <Button onClick={() => closeNotice(() => rules.follow(retention))}>{t('Undo')}</Button>
        ) : null}
        <span ref={state} tabIndex={-1} className="hint">
          {changed.length > 0 ? t('Not saved yet') : t('Everything is saved.')}
        </span>
      </div>
    </form>
  );
}

interface RemovalPreviewProps {
  changed: readonly RetentionKind[];
  periods: Periods;
  preview: Retention['preview'];
}

const BY_END = {
  deleted: words('Older records are deleted.'),
  stripped: words('Older records lose their personal details.'),
} as const;

/** What the next run removes because of the choice, kind by kind. */
function RemovalPreview({ changed, periods, preview }: RemovalPreviewProps) {
  const t = useWords();
  const { periodText: periodIn, countOlder: wouldGo } = useRetentionSentences();
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        {changed.map((kind) => {
          const months = periods[kind];
          return (
            <div key={kind}>
              <dt className="bold">
                {t(RETENTION[kind].title)} · {periodIn(months)}
              </dt>
              {months === null ? null : (
                <dd>
                  {t(BY_END[RETENTION[kind].end])} {wouldGo(preview[kind].due, months)}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      <p>
        {t(
          'This happens in the next nightly cleanup, and then every night. Until then you can undo it here.',
        )}
      </p>
    </div>
  );
}
