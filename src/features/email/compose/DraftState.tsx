import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { DraftConflict } from './DraftConflict.tsx';
import type { Writing } from './writing.rules.ts';
import type { Pen } from './useMailDraft.ts';

/** Whether what is written is kept, and what to do where it is not. */
export function DraftState({ pen }: { pen: Pen }) {
  const { writing, desk, key } = pen;
  const t = useWords();
  const { place, holding } = useHeldFocus();
  const { refusal } = writing ?? {};
  if (writing && refusal?.theirs)
    return (
      <Place at={place}>
        <DraftConflict
          title={t(refusal.sentence)}
          mine={writing.content}
          theirs={refusal.theirs.content}
          onGoOn={holding(() => void desk.keepMine(key))}
          onTakeTheirs={holding(() => desk.takeTheirs(key))}
        />
      </Place>
    );
  return (
    <Place at={place}>
      {writing && refusal ? (
        <Refused pen={{ ...pen, writing }} refusal={refusal} holding={holding} />
      ) : (
        <Kept writing={writing} />
      )}
    </Place>
  );
}

type Deed = () => void;
type Holding = (deed: Deed) => Deed;

/**
 * The buttons here go with what they mend: then this place keeps the focus, where it is said what came of it.
 * `holding(deed)` is what such a button does.
 */
function useHeldFocus() {
  const place = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    // A login may stand before it meanwhile.
    if (!isHeld.current || activeElement?.closest('dialog')) return;
    if (!activeElement || activeElement === document.body) place.current?.focus();
    isHeld.current = place.current?.contains(document.activeElement) ?? false;
  });
  const holding: Holding = (deed) => () => {
    isHeld.current = true;
    deed();
  };
  return { place, holding };
}

const Place = ({ at, children }: { at: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div ref={at} tabIndex={-1} className="grid">
    {children}
  </div>
);

interface RefusedProps {
  pen: Pen;
  refusal: NonNullable<Writing['refusal']>;
  holding: Holding;
}

function Refused({ pen: { writing, desk, key }, refusal, holding }: RefusedProps) {
  const t = useWords();
  const withLogin = useRecentPassword();
  const { isLoggedOut, sentence } = refusal;
  return (
    <Notice role="alert" tone="danger">
      <p>
        {isLoggedOut
          ? t(
              'You are not logged in here any more, so this draft is not kept. Your words are still here.',
            )
          : t(sentence)}
      </p>
      {refusal.theirs === null ? (
        <Button onClick={holding(() => void desk.keepMine(key))}>
          {t('Keep my words as a new draft')}
        </Button>
      ) : (
        <Button
          pending={writing?.state === 'saving'}
          pendingLabel={t('Saving...')}
          onClick={holding(() => void desk.save(key, withLogin))}
        >
          {isLoggedOut ? t('Log in and keep it') : t('Try again')}
        </Button>
      )}
    </Notice>
  );
}

function Kept({ writing }: Pick<Pen, 'writing'>) {
  const t = useWords();
  const language = useLanguage();
  // The 24 hours that every other moment here is told in.
  const clock = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <p role="status" className="hint min-h-[1.5em]">
      {writing?.state === 'saved' && writing.savedAt
        ? t('Draft saved {time}', { time: clock.format(new Date(writing.savedAt)) })
        : null}
    </p>
  );
}
