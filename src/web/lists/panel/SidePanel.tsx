import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { CloseButton, type DialogProps } from '../../ui/Dialog.tsx';
import { topModal } from '../../ui/modals.ts';
import { focusFirst } from '../../ui/useModal.ts';
import { isTyping } from './isTyping.ts';

type SidePanelProps = Pick<DialogProps, 'onClose' | 'title' | 'tools' | 'returnFocus' | 'children'>;

/** An opened row beside its list, in which one goes on working. */
export function SidePanel({ onClose, title, tools, returnFocus, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const chosen = useEffectEvent(() => returnFocus?.());

  useLayoutEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector('h2')?.focus();
    return () => {
      // Whoever is in the list by now stays there.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusFirst([chosen(), opener]);
      });
    };
  }, []);

  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || topModal()) return;
    const { target } = event;
    const isInside = target instanceof Node && panel.current?.contains(target);
    const isInList = target instanceof Node && panel.current?.parentElement?.contains(target);
    if (!isInside && target !== document.body && !(isInList && !isTyping(target))) return;
    // The browser would close the question with it that may be open by now.
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    addEventListener('keydown', escape);
    return () => removeEventListener('keydown', escape);
  }, []);

  return (
    <section ref={panel} className="dialog" data-size="side" aria-labelledby={titleId}>
      <div className="dialog-bar">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {tools}
        <CloseButton onClose={onClose} />
      </div>
      <div className="dialog-body">{children}</div>
    </section>
  );
}
