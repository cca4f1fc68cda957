import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { LANGUAGES, type Language } from '../../../shared/language.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { translate } from '../../../shared/words.ts';
import { fetchPage } from '../../../web/lists/usePages.ts';
import { loadTexts } from '../../../web/locales.ts';
import { read } from '../../../web/queries.ts';
import { listContent, listContentDrafts } from '../publishing/content.contract.ts';
import { isForEveryLanguage } from '../content.rules.ts';
import { nameOf, type PageText, type Place } from './text-state.rules.ts';
import { KNOWN_TEXTS } from '../texts/known-texts.rules.ts';

export { currentValue, nameOf, type PageText, type Place } from './text-state.rules.ts';

type Row = AnswerOf<typeof listContent>[number];

/** The texts of each language: those that the pages know, in their order, then all others that someone wrote. */
export type TextsByLanguage = ReadonlyMap<Language, readonly PageText[]>;

/** Every text of these languages; undefined while they are fetched. */
export function useContentTexts(languages: readonly Language[] = LANGUAGES) {
  const client = useQueryClient();
  const wanted = languages.join(' ');
  const published = useQuery({
    queryKey: [listContent.name],
    queryFn: ({ signal }) => fetchPublished(signal),
  });
  const drafts = useQuery(read(listContentDrafts));
  const locales = useQuery({
    queryKey: ['content-locales', wanted],
    queryFn: () =>
      Promise.all(
        languages.map(async (language) => [language, await loadTexts(language)] as const),
      ),
  });

  const texts = useMemo((): TextsByLanguage | undefined => {
    const [rows, unpublished] = [published.data, drafts.data];
    if (!rows || !unpublished || !locales.data) return undefined;
    return new Map(
      locales.data.map(([language, locale]) => {
        const builtIn = (sentence: string) => sentence && translate(sentence, {}, locale);
        return [language, textsOf(language, rows, unpublished, builtIn)];
      }),
    );
  }, [published.data, drafts.data, locales.data]);

  const refresh = useCallback(async () => {
    await Promise.all(
      [listContent, listContentDrafts].map(({ name }) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  }, [client]);

  const failed = [published, drafts, locales].find(({ error }) => error);
  return {
    texts,
    isFetching: published.isFetching || drafts.isFetching,
    error: failed?.error,
    refetch: () => {
      for (const query of [published, drafts, locales]) if (query.error) void query.refetch();
    },
    /** Asks the server again; resolves when what it said is shown. */
    refresh,
  };
}

function textsOf(
  language: Language,
  published: readonly Row[],
  drafts: readonly Row[],
  builtIn: (sentence: string) => string,
): PageText[] {
  const publishedBy = new Map(published.map((row) => [nameOf(row), row]));
  const draftsBy = new Map(drafts.map((row) => [nameOf(row), row]));
  const textAt = (section: string, key: string, known?: { fallback: string }): PageText => {
    const place = { language, section, key };
    const isShared = isForEveryLanguage(section) && language !== LANGUAGES[0];
    return {
      ...place,
      isKnown: known !== undefined,
      builtIn: builtIn(known?.fallback ?? ''),
      inherited: isShared
        ? publishedBy.get(nameOf({ ...place, language: LANGUAGES[0] }))
        : undefined,
      published: publishedBy.get(nameOf(place)),
      draft: draftsBy.get(nameOf(place)),
    };
  };
  const texts = new Map(
    KNOWN_TEXTS.map((text) => {
      const shown = textAt(text.section, text.key, text);
      return [nameOf(shown), shown];
    }),
  );
  for (const row of [...published, ...drafts]) {
    if (row.language === language && !texts.has(nameOf(row)))
      texts.set(nameOf(row), textAt(row.section, row.key));
  }
  return [...texts.values()];
}

/** A text in a language; an unwritten one where nobody has written under that name. */
export const findText = (texts: TextsByLanguage, place: Place): PageText =>
  texts.get(place.language)?.find((text) => nameOf(text) === nameOf(place)) ?? unwritten(place);

/** A text that nobody has written yet, under a name that somebody typed. */
export const unwritten = (place: Place): PageText => ({
  ...place,
  isKnown: false,
  builtIn: '',
  inherited: undefined,
  published: undefined,
  draft: undefined,
});

/** All published texts, page after page. */
async function fetchPublished(signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: { cursor: string } = { cursor };
    const { answer, next } = await fetchPage(listContent, { query, signal });
    rows.push(...answer);
    cursor = next;
  }
  return rows;
}
