import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { listContent } from '../publishing/content.contract.ts';
import { ChangedWords } from './ChangedWords.tsx';
import { nameOf, type PageText } from '../editing/useContentTexts.ts';

interface EarlierVersionsProps {
  text: PageText;
  onUse: (value: string) => void;
}

/** What a text said before, fetched when somebody unfolds it. */
export function EarlierVersions({ text, onUse }: EarlierVersionsProps) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  if (!text.section || !text.key) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-2 bold">{t('Earlier versions')}</summary>
      {isOpen ? <Versions key={nameOf(text)} text={text} onUse={onUse} /> : null}
    </details>
  );
}

function Versions({ text, onUse }: EarlierVersionsProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { language, section, key } = text;
  const { data, error, isPending } = useQuery(
    read(listContent, {
      query: { status: 'archived', lang: language, search: `${section} / ${key}`.slice(0, 200) },
    }),
  );
  const versions = data
    ?.filter((row) => nameOf(row) === nameOf(text))
    .sort((a, b) => b.version - a.version);
  if (isPending) return <Loading>{t('Loading the earlier versions...')}</Loading>;
  if (error)
    return (
      <p role="alert">{t(sentenceOf(error, words('The earlier versions could not be loaded.')))}</p>
    );
  if (!versions?.length) return <p className="hint">{t('No earlier versions yet.')}</p>;
  return (
    <ol className="grid gap-4">
      {versions.map((row, at) => (
        <li key={row.id} className="grid justify-items-start gap-1">
          <p className="hint">
            {t('Version {version}, {moment}', {
              version: row.version,
              moment: dateTimeOf(row.updatedAt),
            })}
          </p>
          <p lang={language} dir="auto" className="earlier">
            <ChangedWords
              text={text}
              before={versions[at + 1]?.value ?? text.builtIn}
              after={row.value}
            />
          </p>
          <Button onClick={() => onUse(row.value)}>{t('Start from this version')}</Button>
        </li>
      ))}
    </ol>
  );
}
