import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useId, useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { FieldError } from '../../../web/ui/Field.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { RadioGroup } from '../../../web/ui/RadioGroup.tsx';
import { useWords } from '../../../web/words.tsx';
import { type ManualRail, RAIL_NAME } from './claim.rules.ts';
import { largestFileBytes } from './import.rules.ts';
import { readStatement, type StatementReading } from './statement.contract.ts';
import { decodeStatement } from './statement.rules.ts';
import { StatementColumns } from './StatementColumns.tsx';

/** A file as it was chosen, with how its rows would be read. */
export interface ChosenFile {
  rail: ManualRail;
  fileName: string;
  content: string;
  reading: StatementReading;
}

class Unusable extends Error {}

async function readFile(file: File): Promise<string> {
  if (file.size > largestFileBytes)
    throw new Unusable(
      words('This file is larger than 1.5 MB. Export a shorter time and bring in the parts.'),
    );
  const content = decodeStatement(new Uint8Array(await file.arrayBuffer()));
  if (content === undefined)
    throw new Unusable(words('This is not a text file. Export the statement as CSV.'));
  if (content.trim() === '') throw new Unusable(words('This file is empty.'));
  return content;
}

const FAILED = words('The statement could not be read. Please try again.');

/** Chooses account and file, by drag or keyboard, and then which column is what. */
export function StatementImport() {
  const t = useWords();
  const [rail, setRail] = useState<ManualRail>('zelle');
  const read = useMutation({
    mutationFn: async (file: File): Promise<ChosenFile> => {
      const content = await readFile(file);
      const reading = await call(readStatement, { body: { rail, content } });
      return { rail, fileName: file.name.slice(0, 200), content, reading };
    },
  });
  if (read.data)
    return <StatementColumns key={read.data.fileName} file={read.data} onBack={read.reset} />;
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
      <DropZone onFile={(file) => read.mutate(file)} error={read.error && sayWhy(read.error, t)} />
      {read.isPending ? <Loading>{t('Reading the statement...')}</Loading> : null}
    </div>
  );
}

function sayWhy(error: Error, t: (sentence: string) => string): string {
  if (error instanceof CallError && error.status === 413)
    return t(
      words('This file is larger than 1.5 MB. Export a shorter time and bring in the parts.'),
    );
  return t(error instanceof Unusable ? error.message : sentenceOf(error, FAILED));
}

function DropZone({ onFile, error }: { onFile: (file: File) => void; error: string | null }) {
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
