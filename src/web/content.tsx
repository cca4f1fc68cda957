import { createContext, type ReactNode, useContext } from 'react';
import { HIDDEN, idOf, type Overrides, type Text } from '../shared/content.ts';
import { translate, type Values } from '../shared/words.ts';
import { useLanguage, useWords } from './words.tsx';

const ContentContext = createContext<Overrides>({});

/** Gives everything inside the texts that administrators have published. */
export function ContentProvider(props: { content: Overrides; children: ReactNode }) {
  return <ContentContext value={props.content}>{props.children}</ContentContext>;
}

/**
 * The reader of the page's texts: the published one as it was written, else the built-in one in the
 * page's language; both with their placeholders filled. Empty when there is none, or when it was hidden and
 * may be.
 */
export function useContent(): (text: Text, values?: Values) => string {
  const content = useContext(ContentContext);
  const t = useWords();
  const tag = useLanguage();
  return (text, values) => {
    const published = content[idOf(text)];
    if (published === HIDDEN && text.canHide) return '';
    return published === undefined || published === HIDDEN
      ? text.fallback && t(text.fallback, values)
      : translate(published, values, { tag, catalogue: {} });
  };
}
