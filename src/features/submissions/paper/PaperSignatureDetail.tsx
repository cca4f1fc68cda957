import { personAddress } from '../../../shared/person-address.ts';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { Fact, FactList } from '../../../web/lists/FactList.tsx';
import { RowActions } from '../../../web/lists/RowActions.tsx';
import { RowDialog } from '../../../web/lists/RowDialog.tsx';
import type { OpenedRow } from '../../../web/lists/useOpenedRow.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { deleteSheet, type PaperSignature } from './paper-signature.contract.ts';

interface PaperSignatureDetailProps {
  opened: OpenedRow<PaperSignature>;
  onDeleted: () => void;
}

/** Everything that is known of one line, and its sheet’s end. */
export function PaperSignatureDetail({ opened, onDeleted }: PaperSignatureDetailProps) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  return (
    <RowDialog
      opened={opened}
      title={({ fullName }) => <bdi>{fullName}</bdi>}
      actions={(row) => (
        <RowActions
          email={row.email}
          person={row.email ? personAddress('paper', row.id) : undefined}
          last={
            <IfCan permission="declarations:invalidate">
              <DeleteSheet
                row={row}
                onDeleted={() => {
                  opened.close();
                  onDeleted();
                }}
              />
            </IfCan>
          }
        />
      )}
    >
      {(row) => (
        <FactList>
          <Fact label={t('Sheet number')}>{row.sheet}</Fact>
          <Fact label={t('Line')}>{row.line}</Fact>
          <Fact label={t('Country')}>{t(row.country)}</Fact>
          <Fact label={t('Email')}>{row.email ?? '–'}</Fact>
          <Fact label={t('Date on the sheet')}>{dayInWords(row.signedOn)}</Fact>
          <Fact label={t('Entered on')}>{dateTimeOf(row.enteredAt)}</Fact>
          <Fact label={t('Entered by')}>
            <bdi>{row.enteredBy ?? '–'}</bdi>
          </Fact>
        </FactList>
      )}
    </RowDialog>
  );
}

/** For a sheet that was entered by mistake: its lines cannot be changed. */
function DeleteSheet({ row, onDeleted }: { row: PaperSignature; onDeleted: () => void }) {
  const t = useWords();
  const { sheet, linesOfSheet } = row;
  const remove = useAction(() => call(deleteSheet, { params: { sheet } }), {
    through: useRecentPassword(),
    done: t('Sheet deleted'),
    failed: t('Deletion Failed'),
    fallback: words('The sheet could not be deleted.'),
    refresh: 'all',
    onDone: onDeleted,
  });
  const question = {
    title: t('Delete sheet {sheet}?', { sheet }),
    text: t(
      '{count, plural, one {Its only line is} other {All # of its lines are}} permanently deleted. To correct a line, delete the sheet and enter it again.',
      { count: linesOfSheet },
    ),
    confirmLabel: t('Delete sheet'),
    danger: true,
  };
  return (
    <Button
      variant="danger"
      pending={remove.isPending}
      pendingLabel={t('Deleting...')}
      onClick={() => void remove.ask(question)}
    >
      {t('Delete sheet {sheet}...', { sheet })}
    </Button>
  );
}
