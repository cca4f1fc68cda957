import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useWords } from '../words.tsx';
import { PanelContext } from './panel/panel.ts';
import { RowSteps } from './panel/RowSteps.tsx';
import { SidePanel } from './panel/SidePanel.tsx';
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

/** What opens a row in its list (`data-row`). */
const openerOf = (id: string | number | undefined) =>
  id === undefined ? null : document.querySelector(`[data-row="${id}"]`);

/**
 * The row that the address opens with all that is known of it, or that there is no such row: beside its list in a wide
 * window, else over it.
 */
export function RowDialog<Row extends { id: string | number }>(props: RowDialogProps<Row>) {
  const { opened, title, isDirty, onLeave, actions, returnFocus = listHeading, children } = props;
  const t = useWords();
  const confirm = useConfirm();
  const { row, isMissing, at, of, next, close, shownRef } = opened;
  const isOpen = row !== undefined || isMissing;
  // As it was opened: what is typed would be lost when the window is turned.
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isBeside, setBeside] = useState(isWide);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setBeside(isWide());
  }
  const shownId = useRef(row?.id);
  const nextOneRef = useRef(false);
  const isFinished = useRef(false);
  const lastId = useRef(row?.id);
  useEffect(() => {
    shownId.current = row?.id;
    if (row?.id === undefined) return;
    lastId.current = row.id;
    isFinished.current = false;
    if (isBeside) openerOf(row.id)?.scrollIntoView({ block: 'nearest' });
  }, [row?.id, isBeside]);

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
  const askToLeave = useEffectEvent(canLeave);
  useEffect(() => {
    if (!shownRef || !isOpen) return;
    shownRef.current = {
      canLeave: () => askToLeave(),
      focus: () => document.querySelector<HTMLElement>("[data-size='side'] h2")?.focus(),
    };
    return () => {
      shownRef.current = undefined;
    };
  }, [shownRef, isOpen]);

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

  async function leave() {
    if (await canLeave()) close();
  }
  const box = {
    onClose: () => void leave(),
    returnFocus: () => (isFinished.current ? returnFocus() : openerOf(lastId.current)),
    title: row ? title(row) : t('Nothing found here'),
    tools: row ? <RowSteps opened={opened} canLeave={canLeave} nextOneRef={nextOneRef} /> : null,
    children: row ? (
      <PanelContext value={{ advance }}>
        <Fragment key={row.id}>
          {children(row)}
          {actions?.(row)}
        </Fragment>
      </PanelContext>
    ) : (
      <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
    ),
  };
  if (!isBeside) return <Dialog {...box} open={isOpen} size="side" />;
  return isOpen ? <SidePanel {...box} /> : null;
}

/** Wide enough for a list and a row beside each other. */
const isWide = () => globalThis.matchMedia?.('(min-width: 62.5rem)').matches ?? false;
