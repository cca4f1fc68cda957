import type { ReactNode } from 'react';
import { Money } from '../../../web/ui/Money.tsx';
import { cents, dollars } from '../../../shared/money.ts';
import { NOTICE_VERSION } from '../../../shared/notice.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { StatusWord } from '../StatusWord.tsx';

/** A field of a submission: the name it has in the answer, its label, and how it is shown. */
export interface Fact {
  id: string;
  label: string;
  /** A `timestamp` shows the day in a table and the time too in the detail; a `dateTime` shows both everywhere. */
  show?:
    | 'status'
    | 'paid'
    | 'dollars'
    | 'timestamp'
    | 'dateTime'
    | 'word'
    | 'yesNo'
    | 'notice'
    | 'long';
  /** The server sorts by it. */
  sortable?: boolean;
  /** Stored values as people read them, for `word`. */
  words?: Readonly<Record<string, string>>;
}

interface FactValueProps {
  fact: Fact;
  /** Every field of the answer, by name. */
  values: Readonly<Record<string, unknown>>;
  /** Fits a table's cell. */
  brief?: boolean;
}

/** The value of a fact; a dash stands for what was not given. */
export function FactValue({ fact, values, brief = false }: FactValueProps) {
  const t = useWords();
  const { dayOf, dateTimeOf } = useDates();
  const value = values[fact.id];
  if (fact.show === 'yesNo') return value ? t('Yes') : t('No');
  if (fact.show === 'notice' && value === null) return t('Not acknowledged');
  if (value === undefined || value === null || value === '') return '–';
  const text = String(value);
  if (fact.show === 'paid') return <PaidSoFar status={text} values={values} />;
  if (fact.show === 'status') return <StatusWord status={text} />;
  if (fact.show === 'word') return t(fact.words?.[text] ?? text);
  if (fact.show === 'notice') return noticeOf(t, text);
  if (fact.show === 'dollars')
    return (
      <Whole>
        <Money of={dollars(cents(text))} />
      </Whole>
    );
  if (fact.show === 'dateTime') return <Whole>{dateTimeOf(text)}</Whole>;
  if (fact.show === 'timestamp') return <Whole>{brief ? dayOf(text) : dateTimeOf(text)}</Whole>;
  return text;
}

/** The version of the notice that the applicant saw, beside the current one. */
const noticeOf = (t: ReturnType<typeof useWords>, version: string) =>
  version === NOTICE_VERSION
    ? t('{version}, the current version', { version })
    : t('{version}; the current version is {current}', { version, current: NOTICE_VERSION });

/** A payment status; of a plan that runs as it should, how far it is. */
function PaidSoFar({ status, values }: { status: string } & Pick<FactValueProps, 'values'>) {
  const t = useWords();
  const made = Number(values.paymentsMade);
  const all = Number(values.paymentsInAll);
  const runs = status === 'partially_paid' && made > 0 && all > 1;
  return (
    <StatusWord
      status={status}
      said={runs ? t('{made} of {all} paid', { made, all }) : undefined}
    />
  );
}

/** Figures that stay on one line. */
function Whole({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap figures">{children}</span>;
}
