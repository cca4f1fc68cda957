import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the focus along where a button gives way to a form, or to another button: to what can be used first at this
 * place once what it shows has changed, if what had the focus is gone.
 */
export function useRestoreFocus<E extends HTMLElement = HTMLDivElement>(
  shown: boolean | string,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isLost) firstControl(place.current)?.focus();
  }, [shown]);
  return place;
}

/** The first focusable control of an element. */
export const firstControl = (place: Element | null) =>
  place?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button, a[href]');
