import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { type DraftKind, listMailDrafts } from '../drafts/draft.contract.ts';
import { DraftRow } from './DraftRow.tsx';
import type { Pen } from './useMailDraft.ts';
import { useThrowAway } from './useThrowAway.ts';

const NOT_ASIDE = words(
  'What you are writing now could not be kept, so it stays here. Please see to that first.',
);
const NOT_OPENED = words('This draft could not be opened.');
const GONE = words('The draft is thrown away.');

/** So many stand above the form, which twenty would push off a phone's screen. */
const FIRST = 3;

/** What was pressed is gone when a draft was opened, put aside or thrown away: one goes on writing. */
export const focusSubject = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector<HTMLInputElement>('[name=subject]')?.focus();

interface DraftListProps {
  kind: DraftKind;
  pen: Pen;
  onMoved: () => void;
}

/** The other mails of this kind that one has begun: to go on with, or to throw away. */
export function DraftList({ kind, pen, onMoved }: DraftListProps) {
  const t = useWords();
  const { desk, key, writing } = pen;
  const {
    data = [],
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...read(listMailDrafts),
    refetchOnMount: 'always',
  });
  const withLogin = useRecentPassword();
  const [isWhole, setWhole] = useState(false);
  const [opening, setOpening] = useState<string>();
  const throwAway = useThrowAway(async () => {
    await desk.throwAway(key);
    return GONE;
  }, onMoved);
  const others = data.filter((draft) => draft.kind === kind && draft.id !== writing?.id);
  const refuse = (sentence: string) =>
    toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });

  async function open(id: string) {
    // One at a time, or the slower answer would win.
    if (opening) return;
    setOpening(id);
    try {
      if (await desk.open(key, id, withLogin)) onMoved();
      else refuse(NOT_ASIDE);
    } catch (problem) {
      refuse(sentenceOf(problem, NOT_OPENED));
      void refetch();
    } finally {
      setOpening(undefined);
    }
  }
  const begin = async () => {
    if (await desk.putAside(key, withLogin)) onMoved();
    else refuse(NOT_ASIDE);
  };

  return (
    <>
      {error && data.length === 0 ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(error, words('Your drafts could not be loaded.')))}</p>
          <Button pending={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Notice>
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
                onThrowAway={async () => (await desk.discard(draft.id)).message}
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
      {writing && (writing.version > 0 || writing.refusal) ? (
        <div className="actions">
          {writing.version > 0 ? (
            <Button onClick={() => void begin()}>{t('Put it aside and begin another')}</Button>
          ) : null}
          <Button pending={throwAway.isPending} onClick={() => void throwAway.ask()}>
            {t('Throw this draft away...')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
