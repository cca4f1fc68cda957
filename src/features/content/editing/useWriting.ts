import { useEffect, useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { dropContentDraft, saveContentDraft } from '../publishing/content.contract.ts';
import { isHalfPicture } from '../texts/known-texts.rules.ts';
import { nameOf, type PageText, type Place, currentValue } from './useContentTexts.ts';

/** A draft is saved when the typing pauses for this long. */
const pauseMs = 800;

interface Typed {
  value: string;
  /** The published version that they were written over; 0 when there was none. */
  version: number;
  /** What of them is a draft on the server, or as published. */
  saved: string | undefined;
}

/** Why a draft could not be saved. */
interface Problem {
  name: string;
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

/**
 * What somebody types, by text, kept while they look at other ones. The words of a text that a page
 * shows become its draft when the typing pauses; one after the other, the last words last.
 */
export function useWriting(options: Options) {
  const [all, setAll] = useState<Readonly<Record<string, Typed>>>({});
  const [problem, setProblem] = useState<Problem>();
  // For what runs later than the drawing that began it.
  const latest = useRef({ all, options });
  useEffect(() => {
    latest.current.options = options;
  });
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const row = useRef<Promise<unknown>>(Promise.resolve());

  function keep(name: string, typed: Typed | undefined) {
    const { [name]: _, ...others } = latest.current.all;
    latest.current.all = typed ? { ...others, [name]: typed } : others;
    setAll(latest.current.all);
  }

  /** Waits for the save under way. The caller gets a failure; the saves after it go on. */
  function inRow(work: () => Promise<unknown>): Promise<void> {
    const done = row.current.then(work).then(() => undefined);
    row.current = done.catch(() => undefined);
    return done;
  }

  async function saveNow(text: PageText) {
    const name = nameOf(text);
    const typed = latest.current.all[name];
    const value = typed?.value.trim();
    if (!typed || !value || typed.value === typed.saved || isHalfPicture(text, value)) return;
    const { language, section, key } = text;
    const body = { language, section, key, value, version: typed.version };
    if (value === currentValue(text)) await dropNow(text);
    else await call(saveContentDraft, { body });
    const now = latest.current.all[name];
    if (now) keep(name, { ...now, saved: typed.value });
    setProblem((p) => (p?.name === name ? undefined : p));
    await latest.current.options.refresh();
    latest.current.options.onSaved();
  }

  /** Removes the draft from the server, if there is one or may be one. */
  async function dropNow(text: PageText) {
    if (!text.draft && latest.current.all[nameOf(text)]?.saved === undefined) return;
    const { language, section, key } = text;
    try {
      await call(dropContentDraft, { query: { language, section, key } });
    } catch (error) {
      // Gone already is as good as gone.
      if (!(error instanceof CallError && error.status === 404)) throw error;
    }
  }

  async function tell(place: Place, error: unknown) {
    const isConflict = error instanceof CallError && error.status === 409;
    const text = sentenceOf(error, words('The draft could not be saved.'));
    setProblem({ name: nameOf(place), sentence: text, isConflict });
    if (isConflict) await latest.current.options.refresh();
  }

  function stopTimer(name: string) {
    clearTimeout(timers.current.get(name));
    timers.current.delete(name);
  }

  const save = (text: PageText) => {
    stopTimer(nameOf(text));
    return inRow(() => saveNow(text));
  };

  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, []);

  return {
    /** The words of a text that were typed here. */
    of: (place: Place): Typed | undefined => all[nameOf(place)],
    problemOf: (place: Place) => (problem?.name === nameOf(place) ? problem : undefined),
    isUnsaved: (place: Place) => isUnsaved(all[nameOf(place)]),
    isAnyUnsaved: Object.values(all).some(isUnsaved),

    write(text: PageText, value: string) {
      const name = nameOf(text);
      const before = latest.current.all[name];
      keep(name, {
        value,
        version: before?.version ?? text.published?.version ?? 0,
        saved: before?.saved ?? text.draft?.value,
      });
      stopTimer(name);
      if (!text.isKnown) return;
      const later = () => void save(text).catch((error: unknown) => tell(text, error));
      timers.current.set(name, setTimeout(later, pauseMs));
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

    /** Removes the draft, after what is being saved. Rejects when it could not. */
    discard(text: PageText): Promise<void> {
      stopTimer(nameOf(text));
      return inRow(() => dropNow(text));
    },

    /** What is being saved is done and nothing more will be: the text is about to be published. */
    settle(place: Place): Promise<void> {
      stopTimer(nameOf(place));
      return inRow(async () => undefined);
    },

    /** The words move to another name that was typed for them. */
    rename(from: Place, to: Place) {
      const typed = latest.current.all[nameOf(from)];
      stopTimer(nameOf(from));
      if (!typed || latest.current.all[nameOf(to)]) return;
      keep(nameOf(from), undefined);
      keep(nameOf(to), { ...typed, version: 0, saved: undefined });
    },

    forget(place: Place) {
      stopTimer(nameOf(place));
      keep(nameOf(place), undefined);
      setProblem((p) => (p?.name === nameOf(place) ? undefined : p));
    },

    /** Somebody turns to another text: what is saved is the server's, what is not stays here. */
    leave() {
      for (const [name, typed] of Object.entries(latest.current.all))
        if (!isUnsaved(typed)) keep(name, undefined);
    },

    /** Goes on over what somebody else has published, which is shown beside. */
    goOnOver(text: PageText) {
      const typed = latest.current.all[nameOf(text)];
      if (typed) keep(nameOf(text), { ...typed, version: text.published?.version ?? 0 });
      setProblem(undefined);
    },
    /** The same sentence as a draft's, for a publication that was refused. */
    tell,
  };
}

const isUnsaved = (typed: Typed | undefined) => typed !== undefined && typed.value !== typed.saved;

export type Writing = ReturnType<typeof useWriting>;
