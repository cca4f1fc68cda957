import { useState } from 'react';
import { FileDrop } from '../../../web/ui/FileDrop.tsx';
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
      <FileDrop
        label={t('Statement file')}
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        button={t('Choose a CSV file...')}
        hint={t('Or drop it here. It is read, and nothing is changed before you confirm.')}
        variant="primary"
        isBusy={isReading}
        error={failure && t(failure)}
        onFile={choose}
      >
        {isReading ? <Loading>{t('Reading the statement...')}</Loading> : null}
      </FileDrop>
    </div>
  );
}
