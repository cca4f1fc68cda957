import { useEffect, useEffectEvent } from 'react';
import { type DialogPath, isDialog } from './dialogs.ts';

/** Opens dialogs for the links in the parts of the page that the server alone draws. */
export function useStaticLinks(show: (path: DialogPath, opener: Element) => void) {
  const act = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('[data-server-markup] a[data-live]');
    if (!link || !isDialog(link.pathname)) return;
    event.preventDefault();
    show(link.pathname, link);
  });
  useEffect(() => {
    const listen = (event: MouseEvent) => act(event);
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, []);
}
