import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in the form of a notice that may take a button's place and goes with its own: it comes to the notice,
 * unless someone is typing, and from there to the field above it, else to the form's first.
 */
export function useConflictFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const notice = box.current;
    const form = notice?.closest('form, section');
    if (!notice || !form) return undefined;
    const above = fieldsIn(form).filter((field) => isBefore(field, notice)).length;
    if (isLost() || isAtAButtonOf(form)) {
      notice.focus({ preventScroll: true });
      // At its scroll margin, which leaves room for a toast above.
      notice.scrollIntoView({ block: 'start' });
    }
    // A form that has a better place takes the focus there at once.
    return () =>
      queueMicrotask(() => {
        if (!isLost()) return;
        const fields = fieldsIn(form);
        (fields[above - 1] ?? fields[0])?.focus();
      });
  }, []);
  return box;
}

const isLost = () => !document.activeElement || document.activeElement === document.body;

const isAtAButtonOf = (form: Element) =>
  form.contains(document.activeElement) &&
  document.activeElement?.matches('input, select, textarea') === false;

const isBefore = (field: Node, notice: Node) =>
  (notice.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;

/** The fields of a form; of radio buttons the chosen one. */
const fieldsIn = (form: Element) =>
  [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      'input:not([type="hidden"], [type="file"]), select, textarea',
    ),
  ].filter(
    (field) => !(field instanceof HTMLInputElement) || field.type !== 'radio' || field.checked,
  );
