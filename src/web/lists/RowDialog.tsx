import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useWords } from '../words.tsx';
import { PanelContext } from './panel/panel.ts';
import { RowSteps } from './panel/RowSteps.tsx';
import type { OpenedRow } from './useOpenedRow.ts';

interface RowDialogProps<Row> {
  opened: OpenedRow<Row>;
  title: (row: Row) => ReactNode;
  /** True when leaving the row would lose something; it asks first then. */
  isDirty?: () => boolean;
  /** Called when the row is closed, or another one opened. */
  onLeave?: () => void;
  /** What can be done, in sight at the foot: a `RowActions`. */
  actions?: (row: Row) => ReactNode;
  /** What takes the focus after the last row was dealt with; else the list's heading does. */
  returnFocus?: () => Element | null;
  children: (row: Row) => ReactNode;
}

const listHeading = () => document.querySelector('.list-heading > h2');

/** The row that the address opens with all that is known of it, or that there is no such row. */
export function RowDialog<Row extends { id: string | number }>(props: RowDialogProps<Row>) {
  const { opened, title, isDirty, onLeave, actions, returnFocus = listHeading, children } = props;
  const t = useWords();
  const confirm = useConfirm();
  const { row, isMissing, at, of, next, close } = opened;
  const shownId = useRef(row?.id);
  const nextOneRef = useRef(false);
  const isFinished = useRef(false);
  useEffect(() => {
    shownId.current = row?.id;
    if (row?.id !== undefined) isFinished.current = false;
  }, [row?.id]);

  const canLeave = async () => {
    const question = {
      title: t('Close and lose what you typed?'),
      confirmLabel: t('Close without saving'),
      cancelLabel: t('Keep editing'),
      danger: true,
    };
    if (isDirty?.() && !(await confirm(question))) return false;
    onLeave?.();
    return true;
  };
  async function leave() {
    if (await canLeave()) close();
  }

  const { pathname } = location;
  function advance() {
    // The answer came late: another row or page is shown by now, or something else was typed meanwhile.
    const isLeft = shownId.current !== row?.id || location.pathname !== pathname;
    if (isLeft || isDirty?.()) return true;
    onLeave?.();
    if (next) {
      nextOneRef.current = true;
      next();
      return true;
    }
    isFinished.current = true;
    close();
    // The list may go on after the rows that were fetched.
    return at !== undefined && of !== undefined && at < of;
  }

  return (
    <Dialog
      open={row !== undefined || isMissing}
      onClose={() => void leave()}
      returnFocus={() => (isFinished.current ? returnFocus() : undefined)}
      size="side"
      title={row ? title(row) : t('Nothing found here')}
      tools={row ? <RowSteps opened={opened} canLeave={canLeave} nextOneRef={nextOneRef} /> : null}
    >
      {row ? (
        <PanelContext value={{ advance }}>
          <Fragment key={row.id}>
            {children(row)}
            {actions?.(row)}
          </Fragment>
        </PanelContext>
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}
