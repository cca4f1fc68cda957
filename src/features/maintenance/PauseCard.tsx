import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../shared/language.ts';
import type { Pause } from '../../shared/pause.ts';
import { words } from '../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../web/recentPassword.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Conflict } from '../../web/forms/Conflict.tsx';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { TextArea } from '../../web/forms/TextArea.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import {
  LONGEST_PAUSE_WORDS,
  type NewPause,
  readPauses,
  type SavedPause,
  setPause,
} from './site.contract.ts';

const TITLES: Readonly<Record<Pause, string>> = {
  signing: words('Signing the declaration'),
  applying: words('New applications for the kit'),
  registering: words('New members'),
};

/** One switch, with the words that visitors read while it is paused. */
export function PauseCard({ what, state }: { what: Pause; state: SavedPause }) {
  const t = useWords();
  const id = useId();
  const confirm = useConfirm();
  const { typed, version, hasConflict, ...entries } = usePauseWords(state);
  const save = useSave(what, entries.keep);
  const fields = useRef<HTMLDivElement>(null);
  const { isPaused } = state;
  const send = (isPaused: boolean) => save.mutate({ isPaused, words: typed, version });

  /** The notice and what was pressed in it are gone then. */
  function settle(action: () => void) {
    flushSync(() => {
      save.reset();
      action();
    });
    fields.current?.querySelector('textarea')?.focus();
  }

  async function pause() {
    const isSure = await confirm({
      title: t('Pause this form?'),
      text: t(
        'From now on nobody can send it, on every device. You can open it again at any time.',
      ),
      confirmLabel: t('Pause'),
      danger: true,
    });
    if (isSure) send(true);
  }

  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-4 edged border-rule bg-raised p-5"
      aria-labelledby={id}
    >
      <header className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-[1.25rem]">
          {t(TITLES[what])}
        </h2>
        <Badge tone={isPaused ? 'bad' : 'good'}>{isPaused ? t('Paused') : t('Open')}</Badge>
      </header>
      {hasConflict ? (
        <Conflict
          saved={LANGUAGES.map((lang) => ({
            label: LANGUAGE_NAMES[lang],
            value: state.words[lang] || '–',
            lang,
          }))}
          onGoOn={() => settle(entries.goOn)}
          onTakeTheirs={() => settle(entries.take)}
        />
      ) : null}
      {save.failure && !hasConflict ? (
        <Notice role="alert" tone="danger">
          <p>{t(save.failure)}</p>
        </Notice>
      ) : null}
      <div ref={fields} className="grid gap-4 md:grid-cols-2">
        {LANGUAGES.map((language) => (
          <Field
            key={language}
            label={t('What visitors read, in {language}', { language: LANGUAGE_NAMES[language] })}
            hint={t('Left empty, the page simply says that this is closed for a while.')}
          >
            <TextArea
              rows={3}
              lang={language}
              maxLength={LONGEST_PAUSE_WORDS}
              value={typed[language]}
              onChange={(event) => entries.type(language, event.currentTarget.value)}
            />
          </Field>
        ))}
      </div>
      <div className="actions">
        {isPaused ? (
          <>
            <Button variant="primary" pending={save.isPending} onClick={() => send(false)}>
              {t('Open again')}
            </Button>
            <Button pending={save.isPending} onClick={() => send(true)}>
              {t('Save the words')}
            </Button>
          </>
        ) : (
          <Button variant="danger" pending={save.isPending} onClick={() => void pause()}>
            {t('Pause...')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Sends the switch and its words; the password is asked for where it must be recent. */
function useSave(what: Pause, onSaved: (state: SavedPause) => void) {
  const t = useWords();
  const client = useQueryClient();
  const withRecentPassword = useRecentPassword();
  const showAsItIs = () => client.invalidateQueries({ queryKey: [readPauses.name] });
  const save = useMutation({
    mutationFn: (body: NewPause) =>
      withRecentPassword(() => call(setPause, { params: { what }, body })),
    onSuccess: ({ message, version }, sent) => {
      onSaved({ ...sent, version });
      toast({ title: t('Done'), description: t(message) });
      void showAsItIs();
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) void showAsItIs();
    },
  });
  const failed = save.error !== null && !(save.error instanceof PasswordNotGiven);
  return {
    isPending: save.isPending,
    mutate: save.mutate,
    reset: save.reset,
    failure: failed
      ? sentenceOf(save.error, words('That could not be done. Please try again.'))
      : undefined,
  };
}

/** What is typed, over which saved version: a colleague’s saving changes no word that was typed. */
function usePauseWords(saved: SavedPause) {
  const [{ typed, over }, setEntries] = useState({ typed: saved.words, over: saved });
  const isTouched = LANGUAGES.some((language) => typed[language] !== over.words[language]);
  const isNewer = saved.version > over.version;
  const take = () => setEntries({ typed: saved.words, over: saved });
  if (isNewer && !isTouched) take();
  return {
    typed,
    version: over.version,
    /** Another administrator has saved something else than what is typed. */
    hasConflict: isNewer && isTouched,
    type: (language: Language, text: string) =>
      setEntries((now) => ({ ...now, typed: { ...now.typed, [language]: text } })),
    /** What was sent is saved now. */
    keep: (sent: SavedPause) => setEntries((now) => ({ ...now, over: sent })),
    take,
    /** What is typed stays, and is saved over theirs next. */
    goOn: () => setEntries((now) => ({ ...now, over: saved })),
  };
}
