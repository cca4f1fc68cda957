import type { Ref } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { useWords } from '../../web/words.tsx';
import { DEED_LABELS, type Deed } from './fulfilment.rules.ts';

interface KitBarProps {
  /** How many are chosen. */
  count: number;
  deeds: readonly Deed[];
  onDeed: (deed: Deed) => void;
  onPrint?: () => void;
  ref: Ref<HTMLElement>;
}

const LOOKS: Partial<Record<Deed, 'secondary' | 'danger'>> = {
  needs_information: 'secondary',
  cancelled: 'danger',
};

/** What can be done with those that are chosen; it stays in sight while the list moves under it. */
export function KitBar({ count, deeds, onDeed, onPrint, ref }: KitBarProps) {
  const t = useWords();
  const button = (deed: Deed) => (
    <Button
      key={deed}
      className="px-4"
      variant={LOOKS[deed] ?? 'primary'}
      onClick={() => onDeed(deed)}
    >
      {t(DEED_LABELS[deed])}
    </Button>
  );
  return (
    <section
      ref={ref}
      aria-label={t('With what is chosen')}
      className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-2 edged-t border-line bg-paper py-3"
    >
      <p role="status" className="bold w-full sm:w-auto sm:pe-3">
        {t('{count, plural, one {# is chosen.} other {# are chosen.}}', { count })}
      </p>
      {deeds.filter((deed) => deed !== 'cancelled').map(button)}
      {onPrint ? (
        <Button className="px-4" onClick={onPrint}>
          {t('Print labels...')}
        </Button>
      ) : null}
      {deeds.filter((deed) => deed === 'cancelled').map(button)}
    </section>
  );
}
