import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { FieldError } from '../../../web/ui/Field.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { RadioGroup } from '../../../web/ui/RadioGroup.tsx';
import { useWords } from '../../../web/words.tsx';
import { type ManualRail, RAIL_NAME } from './claim.rules.ts';
import { StatementColumns } from './StatementColumns.tsx';
import { useStatementFile } from './useStatementFile.ts';

/** Chooses account and file, by drag or keyboard, and then which column is what. */
export function StatementImport() {
  const t = useWords();
  const [rail, setRail] = useState<ManualRail>('zelle');
  const { file, isReading, failure, choose, forget } = useStatementFile(rail);
  if (file) return <StatementColumns key={file.fileName} file={file} onBack={forget} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RadioGroup
        label={t('Which account is it of?')}
        name="rail"
        value={rail}
        onChange={(value) => setRail(value as ManualRail)}
        choices={(['zelle', 'bank'] as const).map((value) => ({
          value,
          label: t(RAIL_NAME[value]),
        }))}
      />
      <DropZone onFile={choose} error={failure && t(failure)} />
      {isReading ? <Loading>{t('Reading the statement...')}</Loading> : null}
    </div>
  );
}

function DropZone({ onFile, error }: { onFile: (file: File) => void; error: string | undefined }) {
  const t = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div className="field">
      {/* The button is the way of the keyboard; dropping a file here is a short cut of the mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={`grid justify-items-center gap-2 rounded-sm border-[1.5px] border-dashed px-4 py-8 text-center ${isOver ? 'border-heading bg-raised' : 'border-line'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('Statement file')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // The same file chosen again is read again.
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
        <Button
          variant="primary"
          onClick={() => input.current?.click()}
          aria-describedby={`${id}-hint ${id}-error`}
        >
          {t('Choose a CSV file...')}
        </Button>
        <p id={`${id}-hint`} className="hint">
          {t('Or drop it here. It is read, and nothing is changed before you confirm.')}
        </p>
      </div>
      <div role="alert">
        <FieldError id={id}>{error}</FieldError>
      </div>
    </div>
  );
}
