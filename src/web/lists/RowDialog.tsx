import { Fragment, type ReactNode } from 'react';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';
import { useWords } from '../words.tsx';
import { RowSteps } from './RowSteps.tsx';
import type { OpenedRow } from './useOpenedRow.ts';

interface RowDialogProps<Row> extends Pick<DialogProps, 'isDirty'> {
  opened: OpenedRow<Row>;
  title: (row: Row) => ReactNode;
  /** Called when the row is closed, or another one opened. */
  onLeave?: () => void;
  /** What can be done, in sight at the foot: a `RowActions`. */
  actions?: (row: Row) => ReactNode;
  children: (row: Row) => ReactNode;
}

/** The row that the address opens with all that is known of it, or that there is no such row. */
export function RowDialog<Row extends { id: string | number }>(props: RowDialogProps<Row>) {
  const { opened, title, isDirty, onLeave, actions, children } = props;
  const t = useWords();
  const { row, isMissing, close } = opened;
  return (
    <Dialog
      {...(isDirty ? { isDirty } : {})}
      open={row !== undefined || isMissing}
      onClose={() => {
        onLeave?.();
        close();
      }}
      size="side"
      title={row ? title(row) : t('Nothing found here')}
      tools={row ? <RowSteps opened={opened} isDirty={isDirty} onLeave={onLeave} /> : null}
    >
      {row ? (
        <Fragment key={row.id}>
          {children(row)}
          {actions?.(row)}
        </Fragment>
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}
