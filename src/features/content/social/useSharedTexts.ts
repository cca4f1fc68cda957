import { HIDDEN, type Text } from '../../../shared/content.ts';
import type { Language } from '../../../shared/language.ts';
import { CARD } from '../texts/card.rules.ts';
import { SHARE } from '../texts/share.rules.ts';
import { SITE } from '../texts/site.rules.ts';
import { currentValue, findText, type Place, useContentTexts } from '../editing/useContentTexts.ts';

/** A text as visitors get it, and where it is written; empty when it is hidden. */
export type SharedText = Place & { value: string };

/** The texts that a shared link is made of, in a language; undefined while they are fetched. */
export function useSharedTexts(language: Language) {
  const { texts, error, refetch } = useContentTexts([language]);
  const find = ({ section, key }: Text): SharedText => {
    const place = { language, section, key };
    const found = texts && findText(texts, place);
    const value = found ? currentValue(found) : '';
    return { ...place, value: value === HIDDEN ? '' : value };
  };
  const shared = texts && {
    name: find(SITE.name),
    description: find(CARD.summary),
    text: find(SHARE.text),
  };
  return { shared, error, refetch };
}
