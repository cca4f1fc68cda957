import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../web/ui/Button.tsx';
import { Conflict } from '../../web/forms/Conflict.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useUnsavedWarning } from '../../web/forms/useUnsavedWarning.ts';
import { useWords } from '../../web/words.tsx';
import { KindRule } from './KindRule.tsx';
import type { Retention } from './retention.contract.ts';
import { RETENTION, RETENTION_KINDS } from './retention.rules.ts';
import { SaveQuestion } from './SaveQuestion.tsx';
import { useRetentionWords } from './useRetentionWords.ts';
import { useRules } from './useRules.ts';
import { useSaveRules } from './useSaveRules.ts';

/** Of each kind of record its period; saved all at once, after a question that names what goes. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const t = useWords();
  const { periodIn } = useRetentionWords();
  const confirm = useConfirm();
  const state = useRef<HTMLSpanElement>(null);
  const rules = useRules(retention);
  const save = useSaveRules((saved) => settle(() => rules.follow(saved)));
  useUnsavedWarning(rules.changed.length > 0);
  const { periods, before, changed, version, isOvertaken } = rules;
  const isShorter = changed.some(
    (kind) => (periods[kind] ?? Infinity) < (before[kind] ?? Infinity),
  );

  async function ask() {
    const isSure =
      !isShorter ||
      (await confirm({
        title: t('Remove old records from now on?'),
        text: <SaveQuestion changed={changed} periods={periods} preview={retention.preview} />,
        confirmLabel: t('Save the rules'),
        danger: true,
      }));
    if (isSure) save.mutate({ periods, version });
  }

  /** Where what was pressed is gone after that, or cannot be pressed again, the focus goes on beside it. */
  function settle(deed: () => void) {
    flushSync(deed);
    const { activeElement } = document;
    if (!activeElement || activeElement.matches('body, :disabled')) state.current?.focus();
  }
  const leaveNotice = (deed: () => void) =>
    settle(() => {
      save.reset();
      deed();
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
      {isOvertaken ? (
        <Conflict
          saved={RETENTION_KINDS.filter(
            (kind) => retention.periods[kind] !== before[kind] || changed.includes(kind),
          ).map((kind) => ({
            label: t(RETENTION[kind].title),
            value: periodIn(retention.periods[kind]),
          }))}
          onGoOn={() => leaveNotice(rules.goOn)}
          onTakeTheirs={() => leaveNotice(() => rules.follow(retention))}
        />
      ) : null}
      {save.failure && !isOvertaken ? (
        <Notice role="alert" tone="danger">
          <p>{t(save.failure)}</p>
        </Notice>
      ) : null}
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
          <Button onClick={() => leaveNotice(() => rules.follow(retention))}>{t('Undo')}</Button>
        ) : null}
        <span ref={state} tabIndex={-1} className="hint">
          {changed.length > 0 ? t('Not saved yet') : t('Everything is saved.')}
        </span>
      </div>
    </form>
  );
}
