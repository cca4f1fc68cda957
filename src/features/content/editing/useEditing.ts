import { useState } from 'react';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import type { TextsByLanguage, useContentTexts } from './useContentTexts.ts';
import { useWriting, type Writing } from './useWriting.ts';

/** What all pages of the tab share: the texts, what is being typed, and how often the drafts have changed. */
export interface Editing {
  texts: TextsByLanguage;
  isFetching: boolean;
  writing: Writing;
  /** Rises with each change of a draft or of a published text: what was drawn before is out of date. */
  round: number;
  /** Reads the texts again after a change. */
  onChanged: () => Promise<void>;
}

/** The texts that are being edited; undefined while they are fetched. */
export function useEditing(content: ReturnType<typeof useContentTexts>): Editing | undefined {
  const { texts, isFetching, refresh } = content;
  const [round, setRound] = useState(0);
  const next = () => setRound((last) => last + 1);
  const writing = useWriting({ refresh, onSaved: next });
  useUnsavedWarning(writing.isAnyUnsaved);

  async function onChanged() {
    await refresh();
    next();
  }

  return texts && { texts, isFetching, writing, round, onChanged };
}
