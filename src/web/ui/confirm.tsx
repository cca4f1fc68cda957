import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useWords } from '../words.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export type Question = {
  title: string;
  text?: ReactNode;
  /** The action in a word or two, such as "Delete link". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
};

type Asked = Question & { answer: (yes: boolean) => void };

const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | undefined>(
  undefined,
);

/** Asks before an action: `if (await confirm({ title, confirmLabel })) …`. Escape means no. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}

/** Shows the questions of everything inside. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useWords();
  const [asked, setAsked] = useState<Asked>();

  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setAsked((before) => {
          before?.answer(false);
          return { ...question, answer };
        });
      }),
    [],
  );

  function answer(yes: boolean) {
    asked?.answer(yes);
    setAsked(undefined);
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked ? (
        <Dialog open onClose={() => answer(false)} title={asked.title} size="sm" role="alertdialog">
          {asked.text === undefined ? null : <div>{asked.text}</div>}
          <div className="actions">
            <Button variant={asked.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
              {asked.confirmLabel}
            </Button>
            <Button onClick={() => answer(false)} data-autofocus={asked.danger || undefined}>
              {asked.cancelLabel ?? t('Cancel')}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </ConfirmContext>
  );
}
