import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { useLazyPart } from '../../../web/loading/useLazyPart.ts';
import { useNearViewport } from '../../../web/loading/useNearViewport.ts';
import { useWords } from '../../../web/words.tsx';
import type { OwnAccount } from './account.contract.ts';
import { useOwnAccount } from './useOwnAccount.ts';

/** In the address, this part of the profile is asked for: by a mail, or by another page. */
const SECURITY_ID = 'security';
const asksForIt = () => location.hash === `#${SECURITY_ID}`;

/** A tenth of the page's script, and few visits come so far down. */
const Parts = lazyPart(
  async () => (await import('./SecuritySections.tsx')).SecuritySections,
  'security',
);

/**
 * What guards a member's account, and how it is kept, taken along or ended: fetched when somebody comes near it or
 * asks for it. Needs RecentPassword and LoginAgain above it. `onDeleted` hears that the account is gone.
 */
export function SecuritySettings({ onDeleted }: { onDeleted: () => void }) {
  const t = useWords();
  const [isWanted, setWanted] = useState(asksForIt);
  const isSettled = useIsFetching() === 0;
  const place = useNearViewport<HTMLElement>(() => setWanted(true), isSettled);
  const code = useLazyPart(Parts, isWanted);
  const query = useOwnAccount(isWanted);
  // What was loaded stays until it is loaded anew: a login in between makes the page forget, and must not
  // take a half-filled form away.
  const [account, setAccount] = useState<OwnAccount>();
  if (query.data && query.data !== account) setAccount(query.data);
  const isDrawn = code.isLoaded && account !== undefined;
  const title = useScrollToHash(SECURITY_ID, isDrawn);

  const problem = code.hasFailed
    ? words('This part could not be loaded. Please check your connection.')
    : query.isError && sentenceOf(query.error, words('Your account could not be loaded.'));
  function open() {
    setWanted(true);
    if (code.hasFailed) code.retry();
    if (query.isError) void query.refetch();
  }

  return (
    <section
      ref={place}
      id={SECURITY_ID}
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
      aria-labelledby="security-title"
    >
      <h2 id="security-title" ref={title} tabIndex={-1} className="scroll-mt-4 text-2xl">
        {t('Account security')}
      </h2>
      {isDrawn ? (
        <Parts.Component account={account} onDeleted={onDeleted} />
      ) : (
        <Closed problem={problem || undefined} isLoading={isWanted} onOpen={open} heading={title} />
      )}
    </section>
  );
}

interface ClosedProps {
  problem: string | undefined;
  isLoading: boolean;
  onOpen: () => void;
  /** Takes the focus when this is replaced. */
  heading: RefObject<HTMLElement | null>;
}

/** Shown until the section is fetched, so that it can be reached by keyboard. */
function Closed({ problem, isLoading, onOpen, heading }: ClosedProps) {
  const t = useWords();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = place.current;
    const next = heading.current;
    return () => {
      if (here?.contains(document.activeElement)) next?.focus({ preventScroll: true });
    };
  }, [heading]);
  return (
    <div ref={place} className="grid justify-items-start gap-4">
      <ErrorNotice sentence={problem} />
      <Button
        pending={isLoading && !problem}
        pendingLabel={t('Loading your account...')}
        onClick={onOpen}
      >
        {problem ? t('Try again') : t('Show account security')}
      </Button>
    </div>
  );
}

/**
 * Leads to a heading where the address asks for `#id`: the browser looked for it before it was drawn. Once, when
 * the page has all that it fetches, as what is above would push it out of sight again.
 */
function useScrollToHash(id: string, isDrawn: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = useRef(false);
  const isSettled = useIsFetching() === 0;
  useEffect(() => {
    if (!isDrawn || !isSettled || isDone.current) return;
    isDone.current = true;
    if (location.hash !== `#${id}`) return;
    // A member who has begun to do something else keeps the focus there.
    if (document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [id, isDrawn, isSettled]);
  return heading;
}
