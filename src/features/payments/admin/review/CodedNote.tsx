import { useWords } from '../../../../web/words.tsx';
import { explainNote } from './note.rules.ts';

/** A note of a machine in sentences, with the word that stands in the books small beside it, for support. */
export function CodedNote({ note }: { note: string }) {
  const t = useWords();
  const said = explainNote(note);
  if (!said) return null;
  return (
    <p className="whitespace-pre-line">
      {said.sentences.map((sentence) => t(sentence)).join(' ')}
      {said.code ? (
        <>
          {' '}
          <code className="hint">{said.code}</code>
        </>
      ) : null}
    </p>
  );
}
