import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../shared/language.ts';
import type { Pause } from '../../shared/pause.ts';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Conflict } from '../../web/forms/Conflict.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { ErrorNotice } from '../../web/ui/Notice.tsx';
import { TextArea } from '../../web/forms/TextArea.tsx';
import { useAction } from '../../web/actions/useAction.ts';
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
  const { typed, version, hasConflict, ...entries } = usePauseWords(state);
  const save = useAction((body: NewPause) => call(setPause, { params: { what }, body }), {
    through: useRecentPassword(),
    done: t('Done'),
    refresh: [readPauses],
    onDone: ({ version }, sent) => entries.keep({ ...sent, version }),
  });
  const fields = useRef<HTMLDivElement>(null);
  const { isPaused } = state;
  const sent = (isPaused: boolean) => ({ isPaused, words: typed, version });

  /** The notice and what was pressed in it are gone then. */
  function settle(action: () => void) {
    flushSync(() => {
      save.reset();
      action();
    });
    fields.current?.querySelector('textarea')?.focus();
  }

  const question = {
    title: t('Pause this form?'),
    text: t('Nobody will be able to send it, on any device. You can reopen it at any time.'),
    confirmLabel: t('Pause'),
    danger: true,
  };

  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-4 edged border-rule bg-raised p-5"
      aria-labelledby={id}
    >
      <header className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-[1.25rem]">
          {t(TITLES[what])}
        </h2>
        <Badge tone={isPaused ? 'bad' : 'good'}>{isPaused ? t('Paused') : t('Active')}</Badge>
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
      <ErrorNotice sentence={!hasConflict && save.failure} />
      <div ref={fields} className="grid gap-4 md:grid-cols-2">
        {LANGUAGES.map((language) => (
          <VisitorText
            key={language}
            language={language}
            text={typed[language]}
            onChange={(text) => entries.type(language, text)}
          />
        ))}
      </div>
      <div className="actions">
        {isPaused ? (
          <>
            <Button
              variant="primary"
              pending={save.isPending}
              onClick={() => void save.run(sent(false))}
            >
              {t('Reopen')}
            </Button>
            <Button pending={save.isPending} onClick={() => void save.run(sent(true))}>
              {t('Save the message')}
            </Button>
          </>
        ) : (
          <Button
            variant="danger"
            pending={save.isPending}
            onClick={() => void save.ask(question, sent(true))}
          >
            {t('Pause...')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface VisitorTextProps {
  language: Language;
  text: string;
  onChange: (text: string) => void;
}

function VisitorText({ language, text, onChange }: VisitorTextProps) {
  const t = useWords();
  return (
    <Field
      label={t('Message to visitors, in {language}', { language: LANGUAGE_NAMES[language] })}
      hint={t('If you leave this empty, the page says only that the form is closed for now.')}
    >
      <TextArea
        rows={3}
        lang={language}
        maxLength={LONGEST_PAUSE_WORDS}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
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
