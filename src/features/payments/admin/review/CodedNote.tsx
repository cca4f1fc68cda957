import { useWords } from '../../../../web/words.tsx';
import { explainNote } from './note.rules.ts';

/** A coded note as sentences, with the code in small print for support. */
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
