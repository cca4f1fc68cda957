import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../../shared/words.ts';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { LoadError } from '../../../../web/loading/LoadError.tsx';
import { IfCan } from '../../../../web/permissions.tsx';
import { read } from '../../../../web/queries.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useDates } from '../../../../web/useDates.ts';
import { useWords } from '../../../../web/words.tsx';
import type { DismissedKind } from '../../core/correction.contract.ts';
import { useReopen } from '../../core/useReopen.ts';
import { listDismissed } from './review.contract.ts';

const KIND_LABELS: Readonly<Record<DismissedKind, string>> = {
  paypal: words('Unmatched payment at PayPal'),
  chain: words('Crypto payment'),
  treasury: words('Balance difference'),
  refund: words('Failed refund through PayPal'),
};

/** What was dismissed last, each with the way back; asked for once it is opened. */
export function DismissedItems() {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 py-2">{t('Dismissed lately')}</summary>
      {isOpen ? <Items /> : null}
    </details>
  );
}

function Items() {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const dismissed = useQuery(read(listDismissed));
  const { data: items, error } = dismissed;
  if (!items)
    return error ? (
      <LoadError
        query={dismissed}
        fallback={t('The list could not be loaded. Please try again.')}
      />
    ) : (
      <Loading>{t('Loading the list...')}</Loading>
    );
  if (items.length === 0) return <p className="text-muted">{t('Nothing was dismissed.')}</p>;
  return (
    <ul className="edged-t border-rule">
      {items.map(({ kind, id, amount, note, at }) => (
        <li
          key={`${kind} ${id}`}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 edged-b border-rule py-2.5"
        >
          <div className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
            <p className="figures">
              <strong>{t(KIND_LABELS[kind])}</strong> · {amount}
            </p>
            <p className="hint">{[dateTimeOf(at), note].filter(Boolean).join(' · ')}</p>
          </div>
          <IfCan permission="payments:confirm">
            <Reopen kind={kind} id={id} />
          </IfCan>
        </li>
      ))}
    </ul>
  );
}

function Reopen({ kind, id }: { kind: DismissedKind; id: string }) {
  const t = useWords();
  const reopen = useReopen(kind, id);
  return (
    <Button pending={reopen.isPending} onClick={() => void reopen.run()}>
      {t('Review again')}
    </Button>
  );
}
