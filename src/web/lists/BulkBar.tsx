import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useWords } from '../words.tsx';

interface BulkBarProps {
  ref?: RefObject<HTMLElement | null>;
  className?: string;
  children: ReactNode;
}

/** What can be done with the chosen rows, in sight below their list; messages are shown above it. */
export function BulkBar({ ref, className = '', children }: BulkBarProps) {
  const t = useWords();
  const own = useRef<HTMLElement>(null);
  const bar = ref ?? own;
  useEffect(() => {
    if (!bar.current) return;
    const sizes = new ResizeObserver(measureBars);
    sizes.observe(bar.current);
    return () => {
      sizes.disconnect();
      measureBars();
    };
  }, [bar]);
  return (
    <section
      ref={bar}
      data-bulk-bar=""
      aria-label={t('Actions for selected items')}
      className={`sticky bottom-0 edged-t bg-paper py-3 ${className}`}
    >
      {children}
    </section>
  );
}

/** For the highest of those on the page, which are in one place. */
function measureBars() {
  const bars = [...document.querySelectorAll<HTMLElement>('[data-bulk-bar]')];
  const height = Math.max(0, ...bars.map(({ offsetHeight }) => offsetHeight));
  document.documentElement.style.setProperty('--bar', `${height}px`);
}
