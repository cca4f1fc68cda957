import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** A little ahead of the reader. */
const MARGIN = '300px';

/**
 * Tells when a place of the page is about to be seen, and at once where the browser cannot say. `isOn` comes with what
 * is above it: until then the place is nearer than it will be.
 */
export function useNearViewport<E extends Element>(
  onNear: () => void,
  isOn: boolean,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const notify = useEffectEvent(onNear);
  useEffect(() => {
    if (!isOn || !place.current) return;
    if (typeof IntersectionObserver === 'undefined') return notify();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) notify();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isOn]);
  return place;
}
