import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Leads to a heading where the address asks for `#id`: the browser looked for it before it was drawn. Once, when
 * the page has all that it fetches, as what stands above would push it out of sight again.
 */
export function useLeadHere(id: string, isDrawn: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  const isSettled = useIsFetching() === 0;
  useEffect(() => {
    if (!isDrawn || !isSettled || isDone.current) return;
    isDone.current = true;
    if (location.hash !== `#${id}`) return;
    // Who has begun to do something meanwhile is not called away from it.
    if (document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [id, isDrawn, isSettled]);
  return heading;
}
