import { Conflict } from '../../../web/forms/Conflict.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { PictureOrWords } from '../pictures/PictureOrWords.tsx';
import { isHalfPicture } from '../texts/known-texts.rules.ts';
import type { PageText } from './useContentTexts.ts';
import type { Writing } from './useWriting.ts';

/** What becomes of words that are not saved yet; undefined when all are. */
export function unsavedNote(
  text: PageText,
  writing: Writing,
  t: ReturnType<typeof useWords>,
): string | undefined {
  if (!writing.isUnsaved(text)) return undefined;
  if (isHalfPicture(text, writing.written(text).value))
    return t('Not saved yet: add both a picture and its description.');
  return text.isKnown ? t('Saved as a draft when you stop typing.') : t('Not saved yet.');
}

/** Why the words of a text were not saved; those of someone else are shown to compare. */
export function SavingProblem({ text, writing }: { text: PageText; writing: Writing }) {
  const t = useWords();
  const problem = writing.problemOf(text);
  if (!problem) return null;
  if (!problem.isConflict)
    return (
      <Notice role="alert" tone="danger">
        <strong>{t(problem.sentence)}</strong>
      </Notice>
    );
  const theirs = [
    { label: t('Published now'), row: text.published },
    { label: t('Draft'), row: text.draft },
  ];
  return (
    <Conflict
      title={t(problem.sentence)}
      saved={theirs.flatMap(({ label, row }) =>
        row
          ? [
              {
                label,
                value: <PictureOrWords text={text} value={row.value} />,
                lang: text.language,
              },
            ]
          : [],
      )}
      onGoOn={() => writing.goOnOver(text)}
      onTakeTheirs={() => writing.forget(text)}
    >
      {text.published ? null : <p>{t('The built-in text is shown now.')}</p>}
    </Conflict>
  );
}
