import { go, useAddress, withQuery } from '../address.ts';
import { type Paging, type RowSource, type UseRowsOptions, useRows } from './useRows.ts';

/** Of a part of a question that may be any text. */
export const ANY_TEXT = 'any text';

/** The parameters of a list by name: the values that mean something to it, or any text. */
type Askable = Readonly<Record<string, readonly string[] | typeof ANY_TEXT>>;

type Asked<A extends Askable> = {
  [Name in keyof A]: A[Name] extends readonly (infer Value extends string)[] ? Value | '' : string;
};
type Question<A extends Askable> = {
  [Name in keyof A]?: A[Name] extends readonly (infer Value extends string)[] ? Value : string;
};

type Step = { replace: boolean };

/**
 * The list's query in the address, so that Back and a reload keep it, and its setters. Every part of `asked` is
 * there, empty where nothing is asked; `question` has the filled ones. Typing leaves no steps for Back (`replace`),
 * choosing does.
 */
function useListAddress<const A extends Askable>(askable: A) {
  const { path, query } = useAddress();
  const known = (valueOf: (name: string) => string | null | undefined) =>
    Object.entries(askable).map(([name, values]): [string, string] => {
      const value = valueOf(name) ?? '';
      return [name, values === ANY_TEXT || values.includes(value) ? value : ''];
    });
  const parts = known((name) => query.get(name));
  const asked = Object.fromEntries(parts) as Asked<A>;
  const askOnly = (only: Readonly<Record<string, string | undefined>>, step?: Step) => {
    // A row that is open beside the list stays open; Back leads to the list from which it was opened.
    const open = new URL(location.href).searchParams.get('open');
    const parts = known((name) => only[name]);
    if (open === null) go(withQuery(path, Object.fromEntries(parts)), step);
    else go(withQuery(path, { ...Object.fromEntries(parts), open }), { replace: true });
  };
  return {
    asked,
    question: Object.fromEntries(parts.filter(([, value]) => value !== '')) as Question<A>,
    /** Asks that and nothing else; what the list does not know is left out. */
    askOnly,
    ask: (change: { [Name in keyof A]?: string }, step?: Step) =>
      askOnly({ ...asked, ...change }, step),
    /** Something but the order is asked. */
    isNarrowed: parts.some(([name, value]) => name !== 'sort' && value !== ''),
    showAll: () => askOnly({ sort: Object.fromEntries(parts)['sort'] }),
  };
}

/**
 * A list of the dashboard: the rows of a source that the address asks for, page after page. `ListTable` shows it,
 * the fields of `Filters.tsx` ask it.
 */
export function useList<Row, const A extends Askable>(
  source: RowSource<Row, NoInfer<Question<A>> & Paging>,
  askable: A,
  options?: UseRowsOptions,
) {
  const address = useListAddress(askable);
  return { ...useRows(source, address.question, options), ...address };
}

/** A list's query and its setters, whatever its parameters are. */
export interface ListAddress<Name extends string = string> {
  asked: Readonly<Record<Name, string>>;
  question: Readonly<Record<string, string>>;
  ask: (change: Readonly<Record<string, string>>, step?: Step) => void;
  askOnly: (question: Readonly<Record<string, string>>, step?: Step) => void;
  isNarrowed: boolean;
  showAll: () => void;
}
