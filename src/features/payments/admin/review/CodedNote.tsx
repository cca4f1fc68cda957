import { useWords } from '../../../../web/words.tsx';
import { explainNote, explainOrderIssue } from './note.rules.ts';

/** A coded note as sentences, with the code in small print for support. */
export function CodedNote({ note, code = null }: { note: string; code?: string | null }) {
  const t = useWords();
  const said = code === null ? explainNote(note) : explainOrderIssue(note, code);
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
