import { sourceOf } from '../../../features/content/texts/sources.rules.ts';
import type { Text } from '../../../shared/content.ts';
import { useContent } from '../../content.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

/**
 * Where the first of some texts was found: the address of its source. Undefined once one of them was
 * written anew, as the source was looked up for the built-in words.
 */
export function useSource(): (first: Text, ...others: Text[]) => string | undefined {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const isBuiltIn = (text: Text) => say(text) === t(text.fallback);
  return (first, ...others) => {
    const source = [first, ...others].every(isBuiltIn) ? sourceOf(first) : undefined;
    return source && href(`/sources#${source.id}`);
  };
}
