import type { ReactNode } from 'react';
import { useWords } from '../../words.tsx';
import { Button } from '../../ui/Button.tsx';
import { WovenBand } from '../../ui/WovenBand.tsx';

type MemberFrameProps = {
  /** Shown at the right of the campaign's name. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The way back to the campaign's page: a word beside its name, also on a phone. */
export function HomeLink() {
  const t = useWords();
  return (
    <Button href="/" variant="quiet" className="-mx-3 text-sm sm:text-base">
      {t('Back to Home')}
    </Button>
  );
}

/** The frame of a members' document: the campaign's name, the woven band, the content. */
export function MemberFrame({ actions, children }: MemberFrameProps) {
  const t = useWords();
  return (
    <>
      <header>
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2">
          <a
            className="display flex min-h-11 items-center text-base text-heading no-underline sm:text-lg"
            href="/"
          >
            {t('One Africa Passport')}
          </a>
          {actions}
        </div>
        <WovenBand />
      </header>
      <main className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-6 px-5 py-8">
        {children}
      </main>
    </>
  );
}
