import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { topModal } from '../../ui/modals.ts';
import { useWords } from '../../words.tsx';
import type { OpenedRow } from '../useOpenedRow.ts';
import { isTyping } from './isTyping.ts';

interface RowStepsProps<Row> {
  opened: OpenedRow<Row>;
  /** Asks first when leaving the row would lose something. */
  canLeave: () => Promise<boolean>;
  /** Set when the row before was dealt with: one goes on with the same step. */
  nextOneRef: RefObject<boolean>;
}

/** Where the opened row is in its list, and the ways to the ones before and after: two buttons, or K and J. */
export function RowSteps<Row extends { id: string | number }>(props: RowStepsProps<Row>) {
  const { opened, canLeave, nextOneRef } = props;
  const { row, at, of, next, previous } = opened;
  const t = useWords();
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(row?.id);

  async function go(step: (() => void) | undefined) {
    if (step && (await canLeave())) step();
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const action = actionFor(event.target, place.current);
      if (action) event.preventDefault();
      // Held down, it is pressed once.
      if (!event.repeat) action?.click();
      return;
    }
    const step = { j: next, k: previous }[event.key.toLowerCase()];
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (!step || !isPlain || isTyping(event.target) || !onTop(place.current)) return;
    event.preventDefault();
    void go(step);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  // Its name is read out, also where the step that was taken before is taken again, and the row begins at its top.
  useEffect(() => {
    if (shown.current === row?.id) return;
    shown.current = row?.id;
    const panel = panelOf(place.current);
    const heading = panel?.querySelector('h2');
    const first = panel?.querySelector<HTMLElement>('[data-panel-action], .row-actions > .btn');
    panel?.scrollTo?.(0, 0);
    if (nextOneRef.current && heading && first) {
      first.setAttribute('aria-describedby', heading.id);
      first.focus();
    } else heading?.focus();
    nextOneRef.current = false;
  }, [row?.id, nextOneRef]);

  if (at === undefined || of === undefined) return <span ref={place} />;
  return (
    <span ref={place} className="row-steps">
      <span className="hint figures">{t('{number} of {all}', { number: at, all: of })}</span>
      <Button
        variant="quiet"
        aria-label={t('Previous row')}
        aria-keyshortcuts="K"
        disabled={!previous}
        onClick={() => void go(previous)}
      >
        <Icon name="up" />
      </Button>
      <Button
        variant="quiet"
        aria-label={t('Next row')}
        aria-keyshortcuts="J"
        disabled={!next}
        onClick={() => void go(next)}
      >
        <Icon name="down" />
      </Button>
    </span>
  );
}

/** What Ctrl+Enter presses: the form that one types in is sent, else the panel's next step is taken. */
function actionFor(target: EventTarget | null, place: Element | null) {
  const panel = onTop(place);
  const isInside = target instanceof Element && panel?.contains(target);
  // In the list the keys are those of what has the focus there.
  if (!panel || !(isInside || target === document.body)) return undefined;
  const form = isInside ? target.closest('form') : null;
  const own = form?.querySelector<HTMLElement>('[data-panel-action], [type="submit"]');
  return own ?? panel.querySelector<HTMLElement>('[data-panel-action]');
}

const panelOf = (place: Element | null) => place?.closest("[data-size='side']");

/** The panel, unless a dialog lies over it. */
function onTop(place: Element | null) {
  const panel = panelOf(place);
  return (topModal() ?? panel) === panel ? panel : undefined;
}
