import { type MouseEvent, useEffect, useRef } from 'react';
import { useWords } from '../words.tsx';
import { useHydrated } from '../ui/useHydrated.ts';

/** `name` is the control's; `id` is needed where the link must work without scripts. */
export type FormError = { name?: string; id?: string; message: string };

type ErrorSummaryProps = {
  errors: readonly FormError[];
  /** Counts failed submits: a new number takes the focus again. */
  attempt?: number;
  /** For a link that leads here without scripts. */
  id?: string;
  /** Shown alone when there is no single error to go to. */
  title?: string;
};

/** The errors of a form, above it: takes the focus and links to each field. */
export function ErrorSummary({ errors, attempt = 0, id, title }: ErrorSummaryProps) {
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const focusedFor = useRef(isHydrated ? undefined : attempt);
  const hasErrors = errors.length > 0 || title !== undefined;

  useEffect(() => {
    if (hasErrors && focusedFor.current !== attempt) {
      box.current?.focus({ preventScroll: true });
      // At its scroll margin, unless it is in sight: what is above it stays then.
      box.current?.scrollIntoView({ block: 'nearest' });
    }
    focusedFor.current = hasErrors ? attempt : undefined;
  }, [hasErrors, attempt]);

  if (!hasErrors) return null;
  return (
    <div
      ref={box}
      id={id}
      role="alert"
      tabIndex={-1}
      className="notice notice-danger error-summary"
    >
      <strong>{title ?? t('Please check your information')}</strong>
      {errors.length > 0 ? (
        <ul className="error">
          {errors.map((error) => (
            <li key={`${error.name} ${error.message}`}>
              {error.name || error.id ? (
                <a href={`#${error.id ?? error.name}`} onClick={(event) => goTo(error, event)}>
                  {error.message}
                </a>
              ) : (
                error.message
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The field of this form first: the page may hold another one with the same name. */
function goTo(error: FormError, event: MouseEvent<HTMLElement>) {
  const form = event.currentTarget.closest('form');
  const named = error.name ? [...(form?.elements ?? document.getElementsByName(error.name))] : [];
  const field =
    (error.id && document.getElementById(error.id)) ||
    named.find((control) => control.getAttribute('name') === error.name);
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  shownOf(field)?.focus();
}

/** The control that the reader uses: the visible one beside a hidden input that holds its value. */
const shownOf = (field: Element): HTMLElement | null | undefined =>
  field instanceof HTMLInputElement && field.type === 'hidden'
    ? field.parentElement?.querySelector<HTMLElement>('input:not([type=hidden])')
    : (field as HTMLElement);

/** The labels of a form's fields, by name. A box to tick has a whole sentence beside it, and none here. */
export function labelsOf(form: HTMLFormElement): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const control of form.elements) {
    const name = control.getAttribute('name');
    const shown = shownOf(control);
    if (!name || labels[name] || !shown || !('labels' in shown)) continue;
    if (shown instanceof HTMLInputElement && ['checkbox', 'radio'].includes(shown.type)) continue;
    const label = (shown.labels as NodeListOf<HTMLLabelElement> | null)?.[0]?.textContent?.trim();
    if (label) labels[name] = label;
  }
  return labels;
}
