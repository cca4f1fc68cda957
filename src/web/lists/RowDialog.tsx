import type { ReactNode } from 'react';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';
import { useWords } from '../words.tsx';
import type { OpenedRow } from './useOpenedRow.ts';

interface RowDialogProps<Row> extends Pick<DialogProps, 'isDirty'> {
  opened: OpenedRow<Row>;
  title: (row: Row) => ReactNode;
  children: (row: Row) => ReactNode;
}

/** The row that the address opens with all that is known of it, or that there is no such row. */
export function RowDialog<Row>({ opened, title, children, ...dialog }: RowDialogProps<Row>) {
  const t = useWords();
  const { row, isMissing, close } = opened;
  return (
    <Dialog
      {...dialog}
      open={row !== undefined || isMissing}
      onClose={close}
      size="3xl"
      title={row ? title(row) : t('Nothing found here')}
    >
      {row ? (
        children(row)
      ) : (
        <p>{t('We can’t find what this link points to. It may have been removed.')}</p>
      )}
    </Dialog>
  );
}
