import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/Icon.tsx';
import { topModal } from '../ui/modals.ts';
import { useWords } from '../words.tsx';
import type { OpenedRow } from './useOpenedRow.ts';

interface RowStepsProps<Row> {
  opened: OpenedRow<Row>;
  /** True when leaving the row would lose something; it asks first then. */
  isDirty: (() => boolean) | undefined;
  onLeave: (() => void) | undefined;
}

/** Where the opened row is in its list, and the ways to the ones before and after: two buttons, or K and J. */
export function RowSteps<Row extends { id: string | number }>(props: RowStepsProps<Row>) {
  const { opened, isDirty, onLeave } = props;
  const { row, at, of, next, previous } = opened;
  const t = useWords();
  const confirm = useConfirm();
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(row?.id);

  async function go(step: (() => void) | undefined) {
    if (!step) return;
    const question = {
      title: t('Close and lose what you typed?'),
      confirmLabel: t('Close without saving'),
      cancelLabel: t('Keep editing'),
      danger: true,
    };
    if (isDirty?.() && !(await confirm(question))) return;
    onLeave?.();
    step();
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = { j: next, k: previous }[event.key.toLowerCase()];
    const panel = place.current?.closest('dialog');
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (!step || !isPlain || isTyping(event.target) || topModal() !== panel) return;
    event.preventDefault();
    void go(step);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  // Its name is read out, and the row begins at its top.
  useEffect(() => {
    if (shown.current === row?.id) return;
    shown.current = row?.id;
    const panel = place.current?.closest('dialog');
    panel?.querySelector('h2')?.focus();
    panel?.scrollTo?.(0, 0);
  }, [row?.id]);

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

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));
