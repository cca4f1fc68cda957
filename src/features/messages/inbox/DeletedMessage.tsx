import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { useDeletion } from './useDeletion.ts';

interface DeletedMessageProps {
  id: string;
  onUndo: () => void;
}

/** Replaces a message that was just deleted; takes the focus and stops the countdown while it has it. */
export function DeletedMessage({ id, onUndo }: DeletedMessageProps) {
  const t = useWords();
  const { undo, hold, letGo } = useDeletion(id);
  const button = useRef<HTMLButtonElement>(null);
  // Drawn anew in another list it is not what the person just pressed.
  const start = useEffectEvent(() => {
    if (document.activeElement === document.body) button.current?.focus();
    else if (document.activeElement !== button.current) letGo();
  });
  useEffect(() => start(), []);
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-4 border-s-4 border-rule ps-4"
      onFocus={hold}
      onBlur={letGo}
      onPointerEnter={hold}
      onPointerLeave={letGo}
    >
      <p role="status" className="hint">
        {t('Message deleted for you.')}
      </p>
      <Button
        ref={button}
        variant="quiet"
        onClick={() => {
          undo();
          onUndo();
        }}
      >
        {t('Undo')}
      </Button>
    </div>
  );
}
