import { go, useAddress, withQuery } from '../address.ts';

/** Of a part of a question that may be any text. */
export const ANY_TEXT = 'any text';

/** What a list may be asked: by name the values that mean something to it, or any text. */
type Askable = Readonly<Record<string, readonly string[] | typeof ANY_TEXT>>;

type Asked<A extends Askable> = {
  [Name in keyof A]: A[Name] extends readonly (infer Value extends string)[] ? Value | '' : string;
};
type Question<A extends Askable> = {
  [Name in keyof A]?: A[Name] extends readonly (infer Value extends string)[] ? Value : string;
};

/**
 * What the address asks of a list, so that Back and a reload keep it, and what changes it. Every part of `asked` is
 * there, empty where nothing is asked; `question` has the filled ones. Typing leaves no steps for Back (`replace`),
 * choosing does.
 */
export function useListAddress<const A extends Askable>(askable: A) {
  const { path, query } = useAddress();
  const parts = Object.entries(askable).map(([name, values]): [string, string] => {
    const given = query.get(name) ?? '';
    return [name, values === ANY_TEXT || values.includes(given) ? given : ''];
  });
  const asked = Object.fromEntries(parts) as Asked<A>;
  return {
    asked,
    question: Object.fromEntries(parts.filter(([, value]) => value !== '')) as Question<A>,
    /** Asks that and nothing else; parts that the list does not know are left out. */
    askOnly: (only: Readonly<Record<string, string>>, how?: { replace: boolean }) =>
      go(withQuery(path, Object.fromEntries(parts.map(([name]) => [name, only[name]]))), how),
    ask: (change: { [Name in keyof A]?: string }, how?: { replace: boolean }) =>
      go(withQuery(path, { ...asked, ...change }), how),
  };
}
