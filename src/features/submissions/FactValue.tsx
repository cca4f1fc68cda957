import { cents, dollars } from '../../shared/money.ts';
import { dayOf, momentOf } from '../../web/moment.ts';
import { useWords } from '../../web/words.tsx';
import { StatusWord } from './StatusWord.tsx';

/** A field of a submission: the name it has in the answer, its label, and how it is shown. */
export interface Fact {
  id: string;
  label: string;
  show?: 'status' | 'dollars' | 'moment' | 'word' | 'yesNo' | 'long';
  /** The server sorts by it. */
  sortable?: boolean;
  /** Stored values as people read them, for `word`. */
  words?: Readonly<Record<string, string>>;
}

interface FactValueProps {
  fact: Fact;
  value: unknown;
  /** Fits a table's cell. */
  brief?: boolean;
}

/** The value of a fact; a dash stands for what was not given. */
export function FactValue({ fact, value, brief = false }: FactValueProps) {
  const t = useWords();
  if (fact.show === 'yesNo') return value ? t('Yes') : t('No');
  if (value === undefined || value === null || value === '') return '–';
  const text = String(value);
  if (fact.show === 'status') return <StatusWord status={text} />;
  if (fact.show === 'word') return t(fact.words?.[text] ?? text);
  if (fact.show === 'dollars') return <Whole>{dollars(cents(text))}</Whole>;
  if (fact.show === 'moment') return <Whole>{brief ? dayOf(text) : momentOf(text)}</Whole>;
  if (!brief) return text;
  // A long text takes the room that the other columns leave; an address may break anywhere.
  return (
    <span
      className={
        fact.show === 'long'
          ? 'line-clamp-2 md:min-w-64'
          : 'line-clamp-2 [overflow-wrap:anywhere] md:min-w-44'
      }
    >
      {text}
    </span>
  );
}

/** Figures that stay on one line. */
function Whole({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}
