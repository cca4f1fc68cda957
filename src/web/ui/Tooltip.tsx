import { Tooltip as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import './Tooltip.css';

/** Specification §9. */
const openAfterMs = 700;
const skipMs = 300;

const SharedContext = createContext(false);

/** Lets tooltips that follow each other open at once; wraps the dashboard once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <SharedContext value>
      <Radix.Provider delayDuration={openAfterMs} skipDelayDuration={skipMs}>
        {children}
      </Radix.Provider>
    </SharedContext>
  );
}

type TooltipProps = {
  text: ReactNode;
  /** One element that can take the focus. Touch shows no tooltip: the text must not be needed. */
  children: ReactNode;
  /** Given where something else than hover and its own focus opens it, too. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A short explanation on hover and focus. It has no portal, so that it is seen inside dialogs. */
export function Tooltip({ text, children, ...state }: TooltipProps) {
  const isShared = useContext(SharedContext);
  const tooltip = (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
        {text}
      </Radix.Content>
    </Radix.Root>
  );
  return isShared ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>;
}

interface MarkProps {
  /** What it means; who hears the page hears it always. */
  text: string;
  className?: string;
  children: ReactNode;
}

/** A sign without a word, such as a tick, that says on hover and focus what it means. */
export function Mark({ text, className, children }: MarkProps) {
  return (
    <Tooltip text={text}>
      {/* The keyboard reaches the tooltip too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span role="img" aria-label={text} tabIndex={0} className={className}>
        {children}
      </span>
    </Tooltip>
  );
}

/** The same within a button or a link, whose focus it shares. */
export function MarkInControl({ text, className, children }: MarkProps) {
  const [open, setOpen] = useState(false);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const control = mark.current?.closest('button, a');
    const show = () => setOpen(control?.matches(':focus-visible') === true);
    const hide = () => setOpen(false);
    control?.addEventListener('focus', show);
    control?.addEventListener('blur', hide);
    return () => {
      control?.removeEventListener('focus', show);
      control?.removeEventListener('blur', hide);
    };
  }, []);
  return (
    <Tooltip text={text} open={open} onOpenChange={setOpen}>
      <span ref={mark} role="img" aria-label={text} className={className}>
        {children}
      </span>
    </Tooltip>
  );
}

/** The beginning of a value that is too long for its place; all of it on hover and focus. */
export function Shortened({ text, to }: { text: string; to: number }) {
  if (text.length <= to) return text;
  return (
    <Tooltip text={<span className="[overflow-wrap:anywhere]">{text}</span>}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0}>{`${text.slice(0, to)}…`}</span>
    </Tooltip>
  );
}
