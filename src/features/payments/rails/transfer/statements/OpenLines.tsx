import { type ReactNode, useState } from 'react';
import { words } from '../../../../../shared/words.ts';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { call } from '../../../../../web/api.ts';
import { BulkBar } from '../../../../../web/lists/BulkBar.tsx';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { IfCan } from '../../../../../web/permissions.tsx';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useWords } from '../../../../../web/words.tsx';
import { DecideForm, DecideLines, useUndoLines } from '../../../core/lines/DecideLines.tsx';
import { ACCOUNT_LABELS } from '../../../core/journal/account-labels.rules.ts';
import { applyRules } from '../../../core/lines/line-decision.contract.ts';
import type { StatementLineRow } from './statement.contract.ts';
import { StatementLine } from './StatementLine.tsx';
import { useSelection } from './useSelection.ts';

/** Lines that fit no payment: each is resolved by itself, many at once, or by the rules that name them. */
export function OpenLines({ lines, more }: { lines: readonly StatementLineRow[]; more: number }) {
  const t = useWords();
  const { chosen, isAll, has, choose } = useSelection(lines);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="open-lines">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 id="open-lines">
          {t('{count, plural, one {# line matches} other {# lines match}} no payment', {
            count: lines.length + more,
          })}
        </h3>
        {lines.length > 1 ? (
          <Checkbox
            label={t('Select all {count} shown', { count: lines.length })}
            checked={isAll}
            onChange={(event) => choose(lines, event.currentTarget.checked)}
          />
        ) : null}
      </div>
      <IfCan permission="payments:confirm">
        <ByRule lines={lines.filter(({ rule }) => rule !== null)} />
      </IfCan>
      <ul className="edged-t border-rule">
        {lines.map((line) => (
          <li key={line.id} className="edged-b border-rule">
            <StatementLine
              line={line}
              isChosen={has(line.id)}
              onChoose={(isChosen) => choose([line], isChosen)}
            >
              <Hints line={line} />
              <IfCan permission="payments:confirm">
                <DecideLines
                  lines={[line.id]}
                  kind={line.amount.startsWith('-') ? 'debit' : 'credit'}
                  returns={line.returns}
                  canMakeRule
                />
              </IfCan>
            </StatementLine>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="hint">{t('And {count} more.', { count: more })}</p> : null}
      <IfCan permission="payments:confirm">
        <DecideChosen key={chosen.length === 0 ? 'none' : 'some'} chosen={chosen} />
      </IfCan>
    </section>
  );
}

/** Which rule names the line, and whose payment it may take back. */
function Hints({ line: { rule, returns } }: { line: StatementLineRow }): ReactNode {
  const t = useWords();
  const [best] = returns;
  return (
    <>
      {rule ? (
        <p className="hint">
          {t('Rule “{words}”: {account}', {
            words: rule.contains,
            account: t(ACCOUNT_LABELS[rule.account]),
          })}
        </p>
      ) : null}
      {best ? (
        <>
          <p>
            {t('May have gone back to {reference}, {name}.', {
              reference: best.reference,
              name: best.name,
            })}
          </p>
          <p className="hint">{best.reasons.map((reason) => t(reason)).join(' ')}</p>
        </>
      ) : null}
    </>
  );
}

/** Puts every line that a rule names to its account. */
function ByRule({ lines }: { lines: readonly StatementLineRow[] }) {
  const t = useWords();
  const undo = useUndoLines();
  const ids = lines.map(({ id }) => id);
  const apply = useAction(() => call(applyRules, { body: { lines: ids } }), {
    through: useRecentPassword(),
    failed: t('The lines were not resolved'),
    fallback: words('That did not work. Please try again.'),
    refresh: 'all',
    onDone: ({ message }) => toast({ title: t(message), action: undo.actionFor(ids) }),
  });
  if (lines.length === 0) return null;
  return (
    <p>
      <Button
        pending={apply.isPending}
        pendingLabel={t('Recording...')}
        onClick={() => void apply.run()}
      >
        {t('Apply rules to {count, plural, one {# line} other {# lines}}', { count: lines.length })}
      </Button>
    </p>
  );
}

function DecideChosen({ chosen }: { chosen: readonly StatementLineRow[] }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  if (chosen.length === 0) return null;
  return (
    <BulkBar className="grid gap-3 border-rule">
      {isOpen ? (
        <DecideForm lines={chosen.map(({ id }) => id)} kind="many" onDone={() => setOpen(false)} />
      ) : (
        <p>
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t('Resolve {count, plural, one {# line} other {# lines}}...', {
              count: chosen.length,
            })}
          </Button>
        </p>
      )}
    </BulkBar>
  );
}

/** Lines that were put to an account or dismissed, each with the way back. */
export function ResolvedLines({ lines }: { lines: readonly StatementLineRow[] }) {
  const t = useWords();
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        {t('{count, plural, one {# line is} other {# lines are}} resolved', {
          count: lines.length,
        })}
      </summary>
      <ul className="edged-t mt-3 border-rule">
        {lines.map((line) => (
          <li key={line.id} className="edged-b border-rule">
            <StatementLine line={line}>
              {line.decision ? (
                <>
                  <p className="bold">
                    {line.decision.to === 'dismissed'
                      ? t('Dismissed')
                      : t(ACCOUNT_LABELS[line.decision.to])}
                  </p>
                  <p className="hint">{line.decision.reason}</p>
                </>
              ) : null}
              <UndoLine id={line.id} />
            </StatementLine>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function UndoLine({ id }: { id: string }) {
  const t = useWords();
  const undo = useUndoLines();
  return (
    <IfCan permission="payments:confirm">
      <p>
        <Button pending={undo.isPending} onClick={() => void undo.run([id])}>
          {t('Undo')}
        </Button>
      </p>
    </IfCan>
  );
}
