import { useState } from 'react';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { BulkBar } from '../../../web/lists/BulkBar.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import type { TriagedKind } from '../triage/triage.rules.ts';
import type { Asked, Entries } from '../kinds/useEntries.ts';
import { undoTriageOfMany, type BulkSelection } from './bulk.contract.ts';
import { MOST_CHOSEN, TOO_MANY } from './bulk.rules.ts';
import type { BulkFormProps } from './BulkForm.tsx';
import type { useChosen } from './useChosen.ts';

const Form = lazyPart<BulkFormProps>(async () => (await import('./BulkForm.tsx')).BulkForm, 'bulk');

interface BulkTriageProps {
  kind: TriagedKind;
  list: Pick<Entries, 'asked' | 'total' | 'isKnown'>;
  chosen: ReturnType<typeof useChosen>;
}

interface Done {
  deed: string;
  count: number;
}

const filled = (asked: Asked) =>
  Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value && !['sort', 'day'].includes(name)),
  );

/** What can be done with many submissions at once; what was done last can be taken back. */
export function BulkTriage({ kind, list, chosen }: BulkTriageProps) {
  const { asked, total, isKnown } = list;
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<Done>();
  const count = chosen.isAll ? total : chosen.ids.size;
  const isTooMany = chosen.ids.size > MOST_CHOSEN;
  const isPart = count > 0 && chosen.leftOf !== undefined && chosen.leftOf < total;
  const which: BulkSelection = chosen.isAll ? { query: filled(asked) } : { ids: [...chosen.ids] };
  return (
    <>
      {done || count > 0 ? (
        <BulkBar className="grid gap-3">
          {done ? <Undo kind={kind} done={done} onDone={() => setDone(undefined)} /> : null}
          {count > 0 ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <div role="status" className="me-auto figures">
                <p className="bold">
                  {t('{count, plural, one {# selected} other {# selected}}', { count })}
                </p>
                {isPart ? <p>{t('Items not shown in the list yet are left out.')}</p> : null}
                {isTooMany ? <p className="text-danger">{t(TOO_MANY)}</p> : null}
              </div>
              <Button onClick={chosen.chooseNone}>{t('Clear selection')}</Button>
              <Button
                variant="primary"
                disabled={!isKnown || isTooMany}
                onClick={() => setOpen(true)}
              >
                {t('Change selected...')}
              </Button>
            </div>
          ) : null}
        </BulkBar>
      ) : null}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title={t('Change {count, plural, one {# submission} other {# submissions}}', { count })}
      >
        <LazyPanel
          part={Form}
          props={{
            kind,
            which,
            count,
            onCancel: () => setOpen(false),
            onChanged: (next) => {
              setOpen(false);
              setDone(next);
              chosen.chooseNone();
            },
          }}
        />
      </Dialog>
    </>
  );
}

/** Shown until it was used or closed: a list is long, and a wrong press is seen late. */
function Undo({ kind, done, onDone }: { kind: TriagedKind; done: Done; onDone: () => void }) {
  const t = useWords();
  const undo = useAction(() => call(undoTriageOfMany, { params: { kind, deed: done.deed } }), {
    through: useRecentPassword(),
    done: t('Undone'),
    failed: t('Update Failed'),
    refresh: 'all',
    onDone,
  });
  return (
    <Notice role="status" tone="leaf">
      <p>
        {t('{count, plural, one {# submission was changed.} other {# submissions were changed.}}', {
          count: done.count,
        })}
      </p>
      <div className="actions">
        <Button pending={undo.isPending} onClick={() => void undo.run()}>
          {t('Undo')}
        </Button>
        <Button onClick={onDone}>{t('Close')}</Button>
      </div>
    </Notice>
  );
}
