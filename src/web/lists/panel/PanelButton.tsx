import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';

/** A second press, or an Enter that was held, is meant for the row before. */
const SETTLES_MS = 500;

type PanelButtonProps = Extract<ComponentProps<typeof Button>, { href?: undefined }> & {
  /** It changes nothing by itself, such as a button that opens a form. */
  isHarmless?: boolean;
};

/** The next step of an opened row: Ctrl+Enter presses it, and the first half second presses nothing. */
export function PanelButton({ isHarmless = false, onClick, ...button }: PanelButtonProps) {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const isFresh = performance.now() - shownAt.current < SETTLES_MS;
    if (isFresh && !isHarmless) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      variant="primary"
      aria-keyshortcuts="Control+Enter"
      {...button}
      data-panel-action=""
      onClick={press}
    />
  );
}
