import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './Tooltip.css';

/** Specification §9. */
const openAfterMs = 700;
const skipMs = 300;

/** Lets tooltips that follow each other open at once; wraps the dashboard once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openAfterMs} skipDelayDuration={skipMs}>
      {children}
    </Radix.Provider>
  );
}

type TooltipProps = {
  text: ReactNode;
  /** One element that can take the focus. Touch shows no tooltip: the text must not be needed. */
  children: ReactNode;
};

/** A short explanation on hover and focus. It has no portal, so that it is seen inside dialogs. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
        {text}
      </Radix.Content>
    </Radix.Root>
  );
}
