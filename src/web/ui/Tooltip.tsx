import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import './Tooltip.css';

/** Specification §9: one opens after 700 ms, the next within 300 ms of it at once. */
const openAfterMs = 700;
const skipMs = 300;
let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Opens with the pointer or the keyboard's focus on the trigger; closes with them and with Escape. */
function useTooltip(trigger: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function close() {
    clearTimeout(timer.current);
    if (isOpen) lastClosedAt = Date.now();
    setOpen(false);
  }
  const leave = useEffectEvent(close);
  const enter = useEffectEvent((event: PointerEvent) => {
    // Touch shows none: the text must not be needed.
    if (event.pointerType === 'touch') return;
    const isNext = Date.now() - lastClosedAt < skipMs;
    timer.current = setTimeout(() => setOpen(true), isNext ? 0 : openAfterMs);
  });
  useEffect(() => {
    const part = trigger.current;
    // A mark within a button or a link shares its focus.
    const control =
      part?.querySelector<HTMLElement>('button, a') ??
      part?.closest<HTMLElement>('button, a, [tabindex]');
    const stop = new AbortController();
    const { signal } = stop;
    const focus = () => setOpen(control?.matches(':focus-visible') === true);
    part?.addEventListener('pointerenter', (event) => enter(event), { signal });
    part?.addEventListener('pointerleave', () => leave(), { signal });
    part?.addEventListener('pointerdown', () => leave(), { signal });
    control?.addEventListener('focus', focus, { signal });
    control?.addEventListener('blur', () => leave(), { signal });
    return () => {
      stop.abort();
      clearTimeout(timer.current);
    };
  }, [trigger]);
  useEffect(() => {
    if (!isOpen) return;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The dialog around it stays open.
      event.preventDefault();
      leave();
    };
    document.addEventListener('keydown', escape, true);
    return () => document.removeEventListener('keydown', escape, true);
  }, [isOpen]);
  return isOpen;
}

interface BubbleProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const gap = 8;

/** The explanation itself, in the top layer: it is seen inside dialogs, and nothing cuts it off. */
function Bubble({ id, trigger, children }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [it, part] = [bubble.current, trigger.current];
    if (!it || !part) return;
    if ('showPopover' in it) {
      it.popover = 'manual';
      it.showPopover();
    }
    const at = part.getBoundingClientRect();
    const { width, height } = it.getBoundingClientRect();
    const middle = at.left + (at.width - width) / 2;
    const above = at.top - height - gap;
    it.style.left = `${Math.max(gap, Math.min(middle, innerWidth - width - gap))}px`;
    it.style.top = `${above > gap ? above : at.bottom + gap}px`;
  }, [trigger]);
  return (
    <span ref={bubble} id={id} role="tooltip" className="tooltip">
      {children}
    </span>
  );
}

interface TooltipProps {
  text: string;
  className?: string | undefined;
  /** A button, a link, or words within one. */
  children: ReactNode;
}

/** A short explanation of a control on hover and focus. Touch shows none: the text must not be needed. */
export function Tooltip({ text, className, children }: TooltipProps) {
  const trigger = useRef<HTMLSpanElement>(null);
  const isOpen = useTooltip(trigger);
  const id = useId();
  return (
    <>
      <span ref={trigger} className={className}>
        {children}
      </span>
      {isOpen ? (
        <Bubble id={id} trigger={trigger}>
          {text}
        </Bubble>
      ) : null}
    </>
  );
}

interface MarkProps {
  /** What it means; who hears the page hears it always. */
  text: string;
  className?: string;
  /** It is in a button or a link, whose focus it shares; elsewhere the keyboard reaches it by itself. */
  isInControl?: boolean;
  children: ReactNode;
}

/** A sign without a word, such as a tick, that says on hover and focus what it means. */
export function Mark({ text, className, isInControl = false, children }: MarkProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const isOpen = useTooltip(mark);
  const id = useId();
  return (
    <>
      <span
        ref={mark}
        role="img"
        aria-label={text}
        className={className}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isInControl ? undefined : 0}
      >
        {children}
      </span>
      {isOpen ? (
        <Bubble id={id} trigger={mark}>
          {text}
        </Bubble>
      ) : null}
    </>
  );
}

/** The beginning of a value that is too long for its place; all of it on hover and focus. */
export function Shortened({ text, to }: { text: string; to: number }) {
  const value = useRef<HTMLSpanElement>(null);
  const isOpen = useTooltip(value);
  const id = useId();
  if (text.length <= to) return text;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span ref={value} tabIndex={0} aria-describedby={isOpen ? id : undefined}>
        {`${text.slice(0, to)}…`}
      </span>
      {isOpen ? (
        <Bubble id={id} trigger={value}>
          {text}
        </Bubble>
      ) : null}
    </>
  );
}
