import { useEffect, useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { dropContentDraft, saveContentDraft } from '../publishing/content.contract.ts';
import { isHalfPicture } from '../texts/known-texts.rules.ts';
import { nameOf, type PageText, type Place, currentValue } from './useContentTexts.ts';
import { writtenValue } from './text-state.rules.ts';

/** A draft is saved when the typing pauses for this long. */
const pauseMs = 800;

interface Typed {
  value: string;
  /** The published version that they were written over; 0 when there was none. */
  version: number;
  /** When the draft was saved that they were written over; null when there was none. */
  draft: string | null;
  /** The text on the server: the draft, else the published one. */
  saved: string | undefined;
}

/** The words of a text as they are here, with the published version and the draft that they were written over. */
export interface Written extends Pick<Typed, 'value' | 'version' | 'draft'> {
  text: PageText;
}

/** Why a draft could not be saved. */
interface Problem {
  sentence: string;
  /** Somebody else published the same text meanwhile. */
  isConflict: boolean;
}

interface Options {
  /** Asks the server again. */
  refresh(): Promise<void>;
  /** A draft has changed: the preview is out of date. */
  onSaved(): void;
}

/** What was typed, by text; `latest` also has what was kept since the last drawing. */
function useTyped() {
  const [all, setAll] = useState<Readonly<Record<string, Typed>>>({});
  const latest = useRef(all);

  function keep(name: string, typed: Typed | undefined) {
    const { [name]: _, ...others } = latest.current;
    latest.current = typed ? { ...others, [name]: typed } : others;
    setAll(latest.current);
  }

  return {
    all,
    latest,
    keep,
    write(text: PageText, value: string) {
      const before = latest.current[nameOf(text)];
      keep(nameOf(text), {
        value,
        version: before?.version ?? text.published?.version ?? 0,
        draft: before ? before.draft : (text.draft?.updatedAt ?? null),
        saved: before?.saved ?? text.draft?.value,
      });
    },
    move(from: Place, to: Place) {
      const typed = latest.current[nameOf(from)];
      if (!typed || latest.current[nameOf(to)]) return;
      keep(nameOf(from), undefined);
      keep(nameOf(to), { ...typed, version: 0, draft: null, saved: undefined });
    },
    dropSaved() {
      for (const [name, typed] of Object.entries(latest.current))
        if (!isUnsaved(typed)) keep(name, undefined);
    },
  };
}

/** Why the last save of each text failed, by its name; `refresh` asks the server again. */
function useProblems(refresh: () => Promise<void>) {
  const [problems, setProblems] = useState<Readonly<Record<string, Problem>>>({});

  async function tell(place: Place, error: unknown) {
    const isConflict = error instanceof CallError && error.status === 409;
    const sentence = sentenceOf(error, words('The draft could not be saved.'));
    setProblems((all) => ({ ...all, [nameOf(place)]: { sentence, isConflict } }));
    if (isConflict) await refresh();
  }

  const clearProblemOf = (name: string) => setProblems(({ [name]: _, ...others }) => others);
  return { problems, tell, clearProblemOf };
}

/** Does one piece of work after the other. The caller gets a failure; the work after it goes on. */
function useSerialQueue() {
  const row = useRef<Promise<unknown>>(Promise.resolve());
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = row.current.then(work);
    row.current = done.catch(() => undefined);
    return done;
  };
}

/** A timer for each text, until the pause is over; none outlives the page. */
function useTimers() {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, []);
  return {
    startTimer: (name: string, act: () => void) =>
      void timers.current.set(name, setTimeout(act, pauseMs)),
    stopTimer(name: string) {
      clearTimeout(timers.current.get(name));
      timers.current.delete(name);
    },
  };
}

/** Removes the draft from the server, if there is one or may be one. */
async function dropDraft(text: PageText, saved: string | undefined): Promise<void> {
  if (!text.draft && saved === undefined) return;
  const { language, section, key, draft } = text;
  try {
    const query = { language, section, key, draft: draft?.updatedAt };
    await call(dropContentDraft, { query });
  } catch (error) {
    // Gone already is as good as gone.
    if (!(error instanceof CallError && error.status === 404)) throw error;
  }
}

/**
 * What somebody types, by text, kept while they look at other ones. The words of a text that a page
 * shows become its draft when the typing pauses; one after the other, the last words last.
 */
export function useWriting(options: Options) {
  const typedTexts = useTyped();
  const { all, latest, keep } = typedTexts;
  // For what runs later than the drawing that began it.
  const latestOptions = useRef(options);
  useEffect(() => {
    latestOptions.current = options;
  });
  const { problems, tell, clearProblemOf } = useProblems(() => latestOptions.current.refresh());
  const enqueue = useSerialQueue();
  // Where the session has ended meanwhile, the same person logs in and what was typed is saved.
  const through = useRecentPassword();
  const { startTimer, stopTimer } = useTimers();

  async function saveNow(text: PageText) {
    const name = nameOf(text);
    const typed = latest.current[name];
    const value = typed?.value.trim();
    if (!typed || !value || typed.value === typed.saved || isHalfPicture(text, value)) return;
    const { language, section, key } = text;
    const body = { language, section, key, value, version: typed.version, draft: typed.draft };
    if (value === currentValue(text)) await through(() => dropDraft(text, typed.saved));
    else await through(() => call(saveContentDraft, { body }));
    const now = latest.current[name];
    if (now) keep(name, { ...now, saved: typed.value });
    clearProblemOf(name);
    await latestOptions.current.refresh();
    latestOptions.current.onSaved();
  }

  const save = (text: PageText) => {
    stopTimer(nameOf(text));
    return enqueue(() => saveNow(text));
  };

  return {
    /** The words of a text that were typed here. */
    of: (place: Place): Typed | undefined => all[nameOf(place)],
    /** What a text says here, and what that was written over. */
    written(text: PageText): Written {
      const typed = all[nameOf(text)];
      return {
        text,
        value: typed?.value ?? writtenValue(text),
        version: typed?.version ?? text.published?.version ?? 0,
        draft: typed ? typed.draft : (text.draft?.updatedAt ?? null),
      };
    },
    problemOf: (place: Place): Problem | undefined => problems[nameOf(place)],
    isUnsaved: (place: Place) => isUnsaved(all[nameOf(place)]),
    isAnyUnsaved: Object.values(all).some(isUnsaved),

    write(text: PageText, value: string) {
      const name = nameOf(text);
      typedTexts.write(text, value);
      stopTimer(name);
      if (text.isKnown)
        startTimer(name, () => void save(text).catch((error: unknown) => tell(text, error)));
    },

    /** Saves at once what waits for a pause; false when it could not be saved, which is shown. */
    async save(text: PageText): Promise<boolean> {
      try {
        await save(text);
        return true;
      } catch (error) {
        await tell(text, error);
        return false;
      }
    },

    /** Removes the draft from the server. Rejects when it could not. */
    drop: (text: PageText) => through(() => dropDraft(text, latest.current[nameOf(text)]?.saved)),

    /** Does work that ends drafts of these texts: after what is being saved, and before what is typed meanwhile. */
    withoutSaving<T>(texts: readonly Place[], work: () => Promise<T>): Promise<T> {
      for (const text of texts) stopTimer(nameOf(text));
      return enqueue(work);
    },

    /** The server has no draft any more: these words are done with, and others were typed over this version. */
    end(place: Place, value: string, version: number) {
      const name = nameOf(place);
      const typed = latest.current[name];
      const isDone = !typed || typed.value === value;
      keep(name, isDone ? undefined : { ...typed, version, draft: null, saved: undefined });
      clearProblemOf(name);
    },

    /** The words move to another name that was typed for them. */
    rename(from: Place, to: Place) {
      stopTimer(nameOf(from));
      typedTexts.move(from, to);
    },

    forget(place: Place) {
      stopTimer(nameOf(place));
      keep(nameOf(place), undefined);
      clearProblemOf(nameOf(place));
    },

    /** Somebody turns to another text: what is saved is the server's, what is not stays here. */
    leave: typedTexts.dropSaved,

    /** Goes on over what someone else has published or saved, which is shown beside. */
    goOnOver(text: PageText) {
      const typed = latest.current[nameOf(text)];
      const version = text.published?.version ?? 0;
      const { updatedAt = null, value: saved } = text.draft ?? {};
      if (typed) keep(nameOf(text), { ...typed, version, draft: updatedAt, saved });
      clearProblemOf(nameOf(text));
    },
    /** The same sentence as a draft's, for a publication that was refused. */
    tell,
  };
}

const isUnsaved = (typed: Typed | undefined) => typed !== undefined && typed.value !== typed.saved;

export type Writing = ReturnType<typeof useWriting>;
