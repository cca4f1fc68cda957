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
import { useModal } from './useModal.ts';

export type DialogProps = {
  open: boolean;
  /** The person wants out: the Close button, Escape, Android's back, the backdrop. */
  onClose: () => void;
  title: ReactNode;
  size?: 'sm' | 'lg' | '3xl' | '4xl' | 'side';
  /** Controls beside the Close button. */
  tools?: ReactNode;
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
  const { open, onClose, title, size = 'lg', keepsInput = false, role, children } = props;
  const { address } = props;
  const [wasOpened, setOpened] = useState(open || address !== undefined);
  const hasInput = useRef(false);
  const pressedOn = useRef<EventTarget>(null);
  const titleId = useId();
  const dialog = useModal(open, onClose, props.returnFocus);

  if (open && !wasOpened) setOpened(true);
  useEffect(() => {
    hasInput.current = false;
  }, [open]);

  function clickBackdrop(event: SyntheticEvent<HTMLDialogElement>) {
    const isOutside = event.target === dialog.current && pressedOn.current === dialog.current;
    if (isOutside && (keepsInput || !hasInput.current)) onClose();
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
            {role === 'alertdialog' ? null : <CloseButton onClose={onClose} />}
          </div>
          <div className="dialog-body" id={`${titleId}-text`}>
            {children}
          </div>
        </>
      ) : null}
    </dialog>
  );
}

export function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useWords();
  return (
    <Button variant="quiet" onClick={onClose}>
      {t('Close')}
      <Icon name="close" />
    </Button>
  );
}
