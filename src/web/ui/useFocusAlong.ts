import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the focus along where a button gives way to a form: to what can be used first at this place once
 * `isOpen` turns, and to the button that is back afterwards.
 */
export function useFocusAlong<E extends HTMLElement = HTMLDivElement>(
  isOpen: boolean,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    firstIn(place.current)?.focus();
  }, [isOpen]);
  return place;
}

/** What takes the focus first at a place. */
export const firstIn = (place: Element | null) =>
  place?.querySelector<HTMLElement>('input:not([type="hidden"]), button, a[href]');
