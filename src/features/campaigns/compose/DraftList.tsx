import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { type DraftKind, type ListedDraft, listMailDrafts } from '../drafts/draft.contract.ts';
import type { DraftEditor } from './useMailDraft.ts';
import { useDates } from '../../../web/useDates.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';

const NOT_ASIDE = words(
  'The email you are writing could not be saved, so it stays open. Please save it first.',
);
const NOT_OPENED = words('This draft could not be opened.');
const GONE = words('The draft was discarded.');

/** So many are shown above the form, which twenty would push off a phone's screen. */
const FIRST = 3;

/** What was pressed is gone when a draft was opened, put aside or thrown away: one goes on writing. */
export const focusSubject = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector<HTMLInputElement>('[name=subject]')?.focus();

interface DraftListProps {
  kind: DraftKind;
  editor: DraftEditor;
  onMoved: () => void;
}

/** The other mails of this kind that one has begun: to go on with, or to throw away. */
export function DraftList({ kind, editor, onMoved }: DraftListProps) {
  const t = useWords();
  const { drafts, key, openDraft } = editor;
  const {
    data = [],
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...read(listMailDrafts),
    refetchOnMount: 'always',
  });
  const withRecentPassword = useRecentPassword();
  const [isWhole, setWhole] = useState(false);
  const [opening, setOpening] = useState<string>();
  const discard = useDiscard(async () => {
    await drafts.discardOpen(key);
    return GONE;
  }, onMoved);
  const others = data.filter((draft) => draft.kind === kind && draft.id !== openDraft?.id);
  const refuse = (sentence: string) =>
    toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });

  async function open(id: string) {
    // One at a time, or the slower answer would win.
    if (opening) return;
    setOpening(id);
    try {
      if (await drafts.open(key, id, withRecentPassword)) onMoved();
      else refuse(NOT_ASIDE);
    } catch (problem) {
      refuse(sentenceOf(problem, NOT_OPENED));
      void refetch();
    } finally {
      setOpening(undefined);
    }
  }
  const begin = async () => {
    if (await drafts.setAside(key, withRecentPassword)) onMoved();
    else refuse(NOT_ASIDE);
  };

  return (
    <>
      {error && data.length === 0 ? (
        <LoadError
          query={{ error, isFetching, refetch }}
          fallback={t('Your drafts could not be loaded.')}
        />
      ) : null}
      {others.length > 0 ? (
        <section aria-label={t('Your drafts')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3>{t('Your drafts')}</h3>
          <ul className="edged-t border-line">
            {(isWhole ? others : others.slice(0, FIRST)).map((draft) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                isOpening={opening === draft.id}
                onOpen={() => void open(draft.id)}
                onDiscard={async () => (await drafts.discard(draft.id)).message}
                onGone={onMoved}
              />
            ))}
          </ul>
          {others.length > FIRST ? (
            <div className="actions">
              <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                {isWhole
                  ? t('Show the newest drafts only')
                  : t('Show all {count} drafts', { count: others.length })}
              </Button>
            </div>
          ) : null}
        </section>
      ) : null}
      {openDraft && (openDraft.version > 0 || openDraft.refusal) ? (
        <div className="actions">
          {openDraft.version > 0 ? (
            <Button onClick={() => void begin()}>{t('Save and start another')}</Button>
          ) : null}
          <Button pending={discard.isPending} onClick={() => void discard.ask()}>
            {t('Discard this draft...')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface DraftRowProps {
  draft: ListedDraft;
  isOpening: boolean;
  onOpen: () => void;
  /** Throws it away and answers what to say of that. */
  onDiscard: () => Promise<string>;
  onGone: () => void;
}

/** One of the mails that were begun, by its subject, or by whom it is for. */
function DraftRow({ draft, isOpening, onOpen, onDiscard, onGone }: DraftRowProps) {
  const { recipient, subject, beginning, savedAt } = draft;
  const t = useWords();
  const { dateTimeOf } = useDates();
  const discard = useDiscard(onDiscard, onGone);
  const name = subject.trim() || recipient.trim() || t('No subject');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 edged-b border-rule py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p dir="auto" className="bold [overflow-wrap:anywhere]">
          {name}
        </p>
        <p dir="auto" className="hint [overflow-wrap:anywhere]">
          {beginning.trim()}
        </p>
        <p className="hint">{t('Saved on {when}', { when: dateTimeOf(savedAt) })}</p>
      </div>
      <div className="actions">
        <Button pending={isOpening} aria-label={t('Continue {name}', { name })} onClick={onOpen}>
          {t('Continue')}
        </Button>
        <Button
          pending={discard.isPending}
          aria-label={t('Discard {name}...', { name })}
          onClick={() => void discard.ask()}
        >
          {t('Discard...')}
        </Button>
      </div>
    </li>
  );
}

/** Throws a draft away after a yes; `action` answers what to say of that, `onGone` hears when what was pressed may be gone. */
function useDiscard(action: () => Promise<string>, onGone: () => void) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const withLogin = useRecentPassword();
  const [isPending, setPending] = useState(false);

  async function discard() {
    setPending(true);
    try {
      toast({ title: t(await withLogin(action)) });
    } catch (problem) {
      const sentence = sentenceOf(problem, words('The draft could not be discarded.'));
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
      void client.invalidateQueries({ queryKey: [listMailDrafts.name] });
    } finally {
      setPending(false);
      // Once the question has given the focus back to what is gone.
      setTimeout(onGone);
    }
  }

  return {
    isPending,
    async ask() {
      const question = {
        title: t('Discard this draft?'),
        text: t('You will lose what you wrote.'),
        confirmLabel: t('Discard'),
        danger: true,
      };
      if (!isPending && (await confirm(question))) await discard();
    },
  };
}
