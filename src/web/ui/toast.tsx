import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../words.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { subscribeToModals, topModal } from './modals.ts';
import {
  currentToasts,
  dismissToast,
  type ShownToast,
  subscribeToToasts,
  toast,
  toastRules,
} from './toasts.ts';

/** `toast({ title, description, variant })`, the same function that code outside React imports. */
export function useToast(): { toast: typeof toast; dismiss: typeof dismissToast } {
  return { toast, dismiss: dismissToast };
}

const none: readonly ShownToast[] = [];

/**
 * The place where toasts appear; once in the application.
 * It moves into an open modal dialog, for what is outside of it is neither seen nor read out.
 */
export function Toaster() {
  const t = useWords();
  const region = useRef<HTMLElement>(null);
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  const modal = useSyncExternalStore(subscribeToModals, topModal, () => undefined);

  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.code === toastRules.hotkey || event.key === toastRules.hotkey)
        region.current?.focus();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, []);

  const shown = toasts.filter((one) => one.open);
  const isAlert = (one: ShownToast) => one.variant === 'destructive';
  const card = (one: ShownToast) => <ToastCard key={one.id} toast={one} />;
  const markup = (
    <section
      ref={region}
      className="toasts"
      tabIndex={-1}
      aria-label={t('Notifications ({key})', { key: toastRules.hotkey })}
    >
      {/* A live region is only heard when it was there before its words. */}
      <div role="status">{shown.filter((one) => !isAlert(one)).map(card)}</div>
      {shown.filter(isAlert).map(card)}
    </section>
  );
  // At its bar: it is reached before what the dialog asks for.
  return modal ? createPortal(markup, modal.querySelector('.dialog-bar') ?? modal) : markup;
}

function ToastCard({ toast: shown }: { toast: ShownToast }) {
  const t = useWords();
  const close = () => dismissToast(shown.id);
  const pause = useCountdown(close, shown.action ? toastRules.undoMs : toastRules.durationMs);
  const swipe = useSwipe(close);
  return (
    <div
      className={shown.variant === 'neutral' ? 'toast toast-neutral' : 'toast'}
      role={shown.variant === 'destructive' ? 'alert' : undefined}
      {...pause}
      {...swipe}
    >
      <div>
        <strong>{shown.title}</strong>
        {shown.description === undefined ? null : <p>{shown.description}</p>}
        {shown.action === undefined ? null : (
          <Button
            variant="quiet"
            className="-ms-3"
            onClick={() => {
              shown.action?.press();
              close();
            }}
          >
            {shown.action.label}
          </Button>
        )}
      </div>
      <Button variant="quiet" aria-label={t('Close')} onClick={close}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

/** Ends after the specified time, which stops under the pointer, in focus and in a hidden tab. */
function useCountdown(onEnd: () => void, durationMs: number) {
  const end = useEffectEvent(onEnd);
  const [isPaused, setPaused] = useState(false);
  const leftMs = useRef(durationMs);

  useEffect(() => {
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(end, leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [isPaused]);

  useEffect(() => {
    const look = () => setPaused(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume };
}

/** Throws the element away when it is pulled right far enough. */
function useSwipe(onSwipe: () => void) {
  const from = useRef<number>(undefined);
  const [pulledPx, setPulled] = useState(0);
  return {
    style: pulledPx > 0 ? { transform: `translateX(${pulledPx}px)` } : undefined,
    onPointerDown: (event: PointerEvent) => {
      from.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current === undefined) return;
      const px = Math.max(0, event.clientX - from.current);
      if (px > 4) event.currentTarget.setPointerCapture(event.pointerId);
      setPulled(px);
    },
    onPointerUp: () => {
      from.current = undefined;
      if (pulledPx >= toastRules.swipePx) onSwipe();
      setPulled(0);
    },
    onPointerCancel: () => {
      from.current = undefined;
      setPulled(0);
    },
  };
}
