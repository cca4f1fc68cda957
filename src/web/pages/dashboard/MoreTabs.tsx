import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAddress } from '../../address.ts';
import { useWords } from '../../words.tsx';

interface MoreTabsProps {
  /** How many things wait in the tabs that are not in the bar. */
  count: number;
  /** The tabs; a phone shows all of them while More is open. */
  children: ReactNode;
}

/** The bar at the foot of a phone: the tabs that a day needs, and a button that shows the others above them. */
export function MoreTabs({ count, children }: MoreTabsProps) {
  const t = useWords();
  const { path, query } = useAddress();
  const here = `${path}?${query}`;
  // Whatever was chosen is another page: the list is closed there.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === here;
  const button = useRef<HTMLButtonElement>(null);

  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setOpenAt(undefined);
    button.current?.focus();
  });
  useEffect(() => {
    if (!isOpen) return;
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);

  return (
    <div className="tabs-frame" data-open={isOpen || undefined}>
      {children}
      <button
        ref={button}
        type="button"
        className="tab more"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? undefined : here)}
      >
        <svg
          aria-hidden="true"
          width="18"
          height="18"
          viewBox="0 0 18 18"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        >
          <path d="M2 4h14M2 9h14M2 14h14" />
        </svg>
        <span>{t('More tabs')}</span>
        {count > 0 ? <span className="count" aria-hidden="true" data-count={count} /> : null}
      </button>
      {isOpen ? <div className="tabs-backdrop" onClick={() => setOpenAt(undefined)} /> : null}
    </div>
  );
}
