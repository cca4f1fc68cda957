import { useWords } from '../../../web/words.tsx';
import type { PageText } from '../editing/useContentTexts.ts';
import { PictureOrWords } from '../pictures/PictureOrWords.tsx';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { differencesOf } from './differences.rules.ts';

interface ChangedWordsProps {
  text: PageText;
  before: string;
  after: string;
}

/** A version of a text, with the words that it lost and gained beside the one before it. */
export function ChangedWords({ text, before, after }: ChangedWordsProps) {
  const t = useWords();
  if (pictureUse(text)) return <PictureOrWords text={text} value={after} />;
  // The same two texts always part alike: a part's place is its key.
  return differencesOf(before, after).map(({ kind, text: part }, at) => {
    if (kind === 'same') return part;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={at}>
        <span className="sr-only">{kind === 'added' ? t('added:') : t('removed:')} </span>
        {part}
      </Mark>
    );
  });
}
