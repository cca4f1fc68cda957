import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { type ContentOf, EMPTY_DRAFTS, type OpenDraft } from '../drafts/draft.rules.ts';
import type { DraftEditor } from './useMailDraft.ts';
import { LANGUAGE_NAMES } from '../../../shared/language.ts';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { useDates } from '../../../web/useDates.ts';
import type { DraftContent } from '../drafts/draft.contract.ts';

import { countriesOf } from '../audience/audience.rules.ts';
import { STATUS_LABELS, useSourceLabel } from '../audience/useSegment.ts';
import { KIND_LABELS } from './AudienceFilters.tsx';

/** Whether what is written is kept, and what to do where it is not. */
export function DraftStatus({ editor }: { editor: DraftEditor }) {
  const { openDraft, drafts, key } = editor;
  const t = useWords();
  const { place, holding } = useFocusAfterAction();
  const { refusal } = openDraft ?? {};
  if (openDraft && refusal?.theirs)
    return (
      <Place at={place}>
        <DraftConflict
          title={t(refusal.sentence)}
          mine={openDraft.content}
          theirs={refusal.theirs.content}
          onGoOn={holding(() => void drafts.keepMine(key))}
          onTakeTheirs={holding(() => drafts.takeTheirs(key))}
        />
      </Place>
    );
  return (
    <Place at={place}>
      {openDraft && refusal ? (
        <FailedStatus editor={{ ...editor, openDraft }} refusal={refusal} holding={holding} />
      ) : (
        <SavedStatus openDraft={openDraft} />
      )}
    </Place>
  );
}

type Action = () => void;
type Holding = (action: Action) => Action;

/**
 * The buttons here go with what they mend: then this place keeps the focus, where it is said what came of it.
 * `holding(action)` is what such a button does.
 */
function useFocusAfterAction() {
  const place = useRef<HTMLDivElement>(null);
  const isOnHold = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    // A login may cover it meanwhile.
    if (!isOnHold.current || activeElement?.closest('dialog')) return;
    if (!activeElement || activeElement === document.body) place.current?.focus();
    isOnHold.current = place.current?.contains(document.activeElement) ?? false;
  });
  const holding: Holding = (action) => () => {
    isOnHold.current = true;
    action();
  };
  return { place, holding };
}

const Place = ({ at, children }: { at: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div ref={at} tabIndex={-1} className="grid">
    {children}
  </div>
);

interface RefusedProps {
  editor: DraftEditor;
  refusal: NonNullable<OpenDraft['refusal']>;
  holding: Holding;
}

function FailedStatus({ editor: { openDraft, drafts, key }, refusal, holding }: RefusedProps) {
  const t = useWords();
  const withRecentPassword = useRecentPassword();
  const { isLoggedOut, sentence } = refusal;
  return (
    <Notice role="alert" tone="danger">
      <p>
        {isLoggedOut
          ? t('You are logged out, so this draft is not saved. What you typed is still here.')
          : t(sentence)}
      </p>
      {refusal.theirs === null ? (
        <Button onClick={holding(() => void drafts.keepMine(key))}>
          {t('Save my text as a new draft')}
        </Button>
      ) : (
        <Button
          pending={openDraft?.state === 'saving'}
          pendingLabel={t('Saving...')}
          onClick={holding(() => void drafts.save(key, withRecentPassword))}
        >
          {isLoggedOut ? t('Log in and save') : t('Try again')}
        </Button>
      )}
    </Notice>
  );
}

function SavedStatus({ openDraft }: Pick<DraftEditor, 'openDraft'>) {
  const t = useWords();
  const language = useLanguage();
  // The 24-hour clock, as for every other time here.
  const clock = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <p role="status" className="hint min-h-[1.5em]">
      {openDraft?.state === 'saved' && openDraft.savedAt
        ? t('Draft saved {time}', { time: clock.format(new Date(openDraft.savedAt)) })
        : null}
    </p>
  );
}

interface DraftConflictProps {
  title: string;
  mine: DraftContent;
  theirs: DraftContent;
  onGoOn: () => void;
  onTakeTheirs: () => void;
}

type Row = readonly [label: string, value: string];

/** So many addresses are named; the number says how many there are. */
const mostNamed = 100;

/** What another window has saved of this mail: its words, and else what differs from one’s own. */
function DraftConflict({ title, mine, theirs, onGoOn, onTakeTheirs }: DraftConflictProps) {
  const rowsOf = useRows();
  const own = new Map(rowsOf(mine).others);
  const { letter, others } = rowsOf(theirs);
  const rows = [...others.filter(([label, value]) => own.get(label) !== value), ...letter];
  return (
    <Conflict
      title={title}
      saved={rows.map(([label, value]) => ({
        label,
        value: <Bounded label={label}>{value || '–'}</Bounded>,
      }))}
      onGoOn={onGoOn}
      onTakeTheirs={onTakeTheirs}
    />
  );
}

/** A long text scrolls in its place, so that what to do about it stays within reach. */
function Bounded({ label, children }: { label: string; children: string }) {
  if (children.length < 200 && children.split('\n').length < 5)
    return (
      <span dir="auto" className="whitespace-pre-wrap">
        {children}
      </span>
    );
  return (
    // Whoever scrolls by keyboard must reach it.
    <div
      role="group"
      aria-label={label}
      dir="auto"
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[160px] overflow-auto overscroll-contain whitespace-pre-wrap"
    >
      {children}
    </div>
  );
}

/** What a draft holds as one reads it: its words, and whom and when it is for. */
function useRows() {
  const t = useWords();
  const { dateTimeOf, dayInWords } = useDates();
  const labelOf = useSourceLabel();

  const toWhom = (content: DraftContent): Row[] => {
    if (content.kind === 'individual') return [[t('Recipient'), content.recipient]];
    const bulk: ContentOf<'bulk'> = { ...EMPTY_DRAFTS.bulk, ...content };
    const { kinds, language, status, unasked, isLater, scheduledFor } = bulk;
    const { source, confirmed, since, until } = bulk;
    const countries = countriesOf(bulk).map((country) => t(country));
    const time = scheduledFor ? dateTimeOf(new Date(scheduledFor).toISOString()) : t('Later');
    return [
      [t('Send to'), chosen(content)],
      [t('Who'), kinds.map((kind) => t(KIND_LABELS[kind])).join(', ')],
      [t('Country'), countries.join(', ') || t('All countries')],
      [t('Language'), language ? LANGUAGE_NAMES[language] : t('All languages')],
      [t('Status'), status ? t(STATUS_LABELS[status]) : t('All statuses')],
      [t('Source of the signature'), source ? labelOf(source) : t('All sources')],
      [t('Only confirmed signatures'), confirmed ? t('Yes') : t('No')],
      [t('First day'), since ? dayInWords(since) : ''],
      [t('Last day'), until ? dayInWords(until) : ''],
      [t('Include people who have not asked for news'), unasked ? t('Yes') : t('No')],
      [t('When'), isLater ? time : t('Immediately')],
    ];
  };

  function chosen({ to, picked }: ContentOf<'bulk'>): string {
    if (to === 'all') return t('Everyone who matches');
    const addresses = Object.keys(picked);
    const count = addresses.length;
    const ticked = t(
      '{count, plural, =0 {People I select} one {# selected person} other {# selected people}}',
      { count },
    );
    const more = count > mostNamed ? ['…'] : [];
    return [ticked, ...addresses.slice(0, mostNamed), ...more].join('\n');
  }

  const letter = ({ subject, message }: DraftContent): Row[] => [
    [t('Subject'), subject],
    [t('Message'), message],
  ];
  return (content: DraftContent) => ({ others: toWhom(content), letter: letter(content) });
}
