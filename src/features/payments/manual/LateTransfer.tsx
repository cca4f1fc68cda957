import { useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { type ClaimFormProps, ConfirmClaimForm } from './ClaimForms.tsx';
import { type NearLine, NearMatches } from './NearMatches.tsx';

/** The button that had the focus has gone. */
const takeFocus = (form: HTMLElement | null) => form?.focus();

/** A transfer that is no longer waited for; money that has come for it after all is confirmed here. */
export function LateTransfer({ payment }: { payment: ClaimFormProps['claim'] }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [line, setLine] = useState<NearLine>();
  if (!isOpen) {
    return (
      <div className="grid gap-3">
        <p className="hint">
          {t('We no longer wait for this transfer. Money that comes late is not lost.')}
        </p>
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{t('The money has come after all...')}</Button>
        </div>
      </div>
    );
  }
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      className="grid gap-5"
      aria-label={t('Confirm money that came late')}
    >
      {line ? null : <NearMatches claim={payment} onLine={setLine} />}
      <ConfirmClaimForm
        // What stands in its fields is the line's.
        key={line?.id}
        claim={payment}
        line={line}
        onCancel={() => (line ? setLine(undefined) : setOpen(false))}
      />
    </section>
  );
}
