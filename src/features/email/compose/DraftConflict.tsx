import { LANGUAGE_NAMES } from '../../../shared/language.ts';
import { Conflict } from '../../../web/ui/Conflict.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { DraftContent } from '../drafts/draft.contract.ts';
import type { ContentOf } from '../drafts/draft.rules.ts';
import { KIND_LABELS, STATUS_LABELS } from './AudienceFilters.tsx';

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
export function DraftConflict({ title, mine, theirs, onGoOn, onTakeTheirs }: DraftConflictProps) {
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
  const { momentOf } = useDates();

  const toWhom = (content: DraftContent): Row[] => {
    if (content.kind === 'individual') return [[t('Recipient'), content.recipient]];
    const { kinds, country, language, status, unasked, isLater, scheduledFor } = content;
    const moment = scheduledFor ? momentOf(new Date(scheduledFor).toISOString()) : t('Later');
    return [
      [t('Send to'), chosen(content)],
      [t('Who'), kinds.map((kind) => t(KIND_LABELS[kind])).join(', ')],
      [t('Country'), country ? t(country) : t('All countries')],
      [t('Language'), language ? LANGUAGE_NAMES[language] : t('All languages')],
      [t('Status'), status ? t(STATUS_LABELS[status]) : t('All statuses')],
      [t('Also people who have not asked for news'), unasked ? t('Yes') : t('No')],
      [t('When'), isLater ? moment : t('At once')],
    ];
  };

  function chosen({ to, picked }: ContentOf<'bulk'>): string {
    if (to === 'all') return t('Everybody who matches');
    const addresses = Object.keys(picked);
    const count = addresses.length;
    const ticked = t(
      '{count, plural, =0 {People I tick} one {# ticked person} other {# ticked people}}',
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
