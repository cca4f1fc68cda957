import { Button } from '../../../web/ui/Button.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { ListedDraft } from '../drafts/draft.contract.ts';
import { useThrowAway } from './useThrowAway.ts';

interface DraftRowProps {
  draft: ListedDraft;
  isOpening: boolean;
  onOpen: () => void;
  /** Throws it away and answers what to say of that. */
  onThrowAway: () => Promise<string>;
  onGone: () => void;
}

/** One of the mails that were begun, by its subject, or by whom it is for. */
export function DraftRow({ draft, isOpening, onOpen, onThrowAway, onGone }: DraftRowProps) {
  const { recipient, subject, beginning, savedAt } = draft;
  const t = useWords();
  const { momentOf } = useDates();
  const throwAway = useThrowAway(onThrowAway, onGone);
  const name = subject.trim() || recipient.trim() || t('Without a subject');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 edged-b border-rule py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p dir="auto" className="bold [overflow-wrap:anywhere]">
          {name}
        </p>
        <p dir="auto" className="hint [overflow-wrap:anywhere]">
          {beginning.trim()}
        </p>
        <p className="hint">{t('Saved on {when}', { when: momentOf(savedAt) })}</p>
      </div>
      <div className="actions">
        <Button pending={isOpening} aria-label={t('Go on with {name}', { name })} onClick={onOpen}>
          {t('Go on')}
        </Button>
        <Button
          pending={throwAway.isPending}
          aria-label={t('Throw away {name}...', { name })}
          onClick={() => void throwAway.ask()}
        >
          {t('Throw away...')}
        </Button>
      </div>
    </li>
  );
}
