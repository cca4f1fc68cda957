import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useWords } from '../words.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Notice } from './Notice.tsx';
import { useModal } from './useModal.ts';

export type DialogProps = {
  open: boolean;
  /** The person wants out: the Close button, Escape, Android's back, the backdrop. */
  onClose: () => void;
  title: ReactNode;
  /** "side" lies beside the list that it was opened from, in a wide window. */
  size?: 'sm' | 'lg' | '3xl' | '4xl' | 'side';
  /** Controls beside the Close button. */
  tools?: ReactNode;
  /** True when closing would lose something; the dialog then asks first. */
  isDirty?: () => boolean;
  /** Typed text stays when it is closed, by whatever way, and is there when it is opened again. */
  keepsInput?: boolean;
  /** The server draws the content too: links to this address show it before React is there (bootstrap.ts). */
  address?: string;
  /** An alertdialog is a question: its answers are its ways out. */
  role?: 'alertdialog';
  /** Asked when it has closed: what takes the focus; the opener does when nothing is answered. */
  returnFocus?: () => Element | null | undefined;
  children: ReactNode;
};

/** Draws dialogs over the page, unless the page is one (DialogPage.tsx). */
export const drawBox = (props: DialogProps): ReactNode => <DialogBox {...props} />;
export const DrawDialogContext = createContext(drawBox);

/** A dialog over the page, or the page itself. */
export function Dialog(props: DialogProps) {
  return useContext(DrawDialogContext)(props);
}

/** One that keeps words stays hidden in the page once it has been drawn. */
function DialogBox(props: DialogProps) {
  const { open, onClose, title, size = 'lg', isDirty, keepsInput = false, role, children } = props;
  const { address } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const [wasOpened, setOpened] = useState(open || address !== undefined);
  const hasInput = useRef(false);
  const pressedOn = useRef<EventTarget>(null);
  const titleId = useId();
  const dialog = useModal(open, () => leave(), props.returnFocus);

  if (open && !wasOpened) setOpened(true);
  if (!open && isConfirming) setIsConfirming(false);
  useEffect(() => {
    hasInput.current = false;
  }, [open]);

  function leave() {
    if (isDirty?.()) setIsConfirming(true);
    else onClose();
  }

  function clickBackdrop(event: SyntheticEvent<HTMLDialogElement>) {
    const isOutside = event.target === dialog.current && pressedOn.current === dialog.current;
    if (isOutside && (keepsInput || isDirty || !hasInput.current)) leave();
  }

  return (
    // The keyboard's way out is Escape, which useModal hears; the click is only the backdrop's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      role={role}
      className="dialog"
      data-address={address}
      // It may be open by now.
      suppressHydrationWarning={address !== undefined}
      data-size={size}
      aria-labelledby={titleId}
      aria-describedby={role && `${titleId}-text`}
      onPointerDown={(event) => {
        pressedOn.current = event.target;
      }}
      onClick={clickBackdrop}
      onInput={() => {
        hasInput.current = true;
      }}
    >
      {open || (keepsInput && wasOpened) ? (
        <>
          <div className="dialog-bar">
            <h2 id={titleId} tabIndex={-1}>
              {title}
            </h2>
            {props.tools}
            {role === 'alertdialog' ? null : <CloseButton onClose={leave} />}
            {isConfirming ? (
              <AskFirst onStay={() => setIsConfirming(false)} onClose={onClose} />
            ) : null}
          </div>
          <div className="dialog-body" id={`${titleId}-text`}>
            {children}
          </div>
        </>
      ) : null}
    </dialog>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useWords();
  return (
    <Button variant="quiet" onClick={onClose}>
      {t('Close')}
      <Icon name="close" />
    </Button>
  );
}

function AskFirst({ onStay, onClose }: { onStay: () => void; onClose: () => void }) {
  const t = useWords();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    stay.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <Notice role="alert" tone="danger">
      <strong>{t('Close and lose what you typed?')}</strong>
      <div className="actions">
        <Button ref={stay} onClick={onStay}>
          {t('Keep editing')}
        </Button>
        <Button variant="danger" onClick={onClose}>
          {t('Close without saving')}
        </Button>
      </div>
    </Notice>
  );
}
