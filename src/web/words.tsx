import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { type Locale, translate, type Values } from '../shared/words.ts';

const LocaleContext = createContext<Locale | undefined>(undefined);

/** Sets the language of everything inside. */
export function WordsProvider(props: { locale: Locale; children: ReactNode }) {
  return <LocaleContext value={props.locale}>{props.children}</LocaleContext>;
}

/** The translator of this part of the page: English sentence and values in, shown sentence out. */
export function useWords(): (sentence: string, values?: Values) => string {
  const locale = useContext(LocaleContext);
  return useCallback(
    (sentence: string, values?: Values) => translate(sentence, values, locale),
    [locale],
  );
}

/** The tag of the language of this part of the page. */
export function useLanguage(): string {
  return useContext(LocaleContext)?.tag ?? 'en';
}
