import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '../../words.tsx';
import { TabIcon } from './TabLabel.tsx';
import { useOpenHere } from './useOpenHere.ts';

interface MoreTabsProps {
  /** How many things wait in the tabs that are not in the bar. */
  count: number;
  /** The tabs; a phone shows all of them while More is open. */
  children: ReactNode;
}

/** The bar at the foot of a phone: the tabs that a day needs, and a button that shows the others above them. */
export function MoreTabs({ count, children }: MoreTabsProps) {
  const t = useWords();
  const [isOpen, setOpen] = useOpenHere();
  const button = useRef<HTMLButtonElement>(null);

  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
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
        onClick={() => setOpen(!isOpen)}
      >
        <TabIcon path="M2 4h14M2 9h14M2 14h14" />
        <span>{t('More tabs')}</span>
        {count > 0 ? <span className="count" aria-hidden="true" data-count={count} /> : null}
      </button>
      {isOpen ? (
        <button
          type="button"
          className="tabs-backdrop"
          tabIndex={-1}
          aria-label={t('Close')}
          onClick={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
