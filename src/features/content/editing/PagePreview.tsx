import { type SyntheticEvent, useRef, useState } from 'react';
import type { Language } from '../../../shared/language.ts';
import { useWords } from '../../../web/words.tsx';
import { previewOf } from '../content.rules.ts';

interface PagePreviewProps {
  language: Language;
  section: string;
  /** A new number fetches the page again. */
  round: number;
}

/**
 * The real page with the drafts in it. A new one is fetched behind the one that is seen and takes its
 * place when it has come, scrolled to where the reader was.
 */
export function PagePreview({ language, section, round }: PagePreviewProps) {
  const t = useWords();
  const address = previewOf(section, language);
  const wanted = `${round} ${address}`;
  const [shown, setShown] = useState(wanted);
  const frames = useRef(new Map<string, HTMLIFrameElement>());

  function arrive(event: SyntheticEvent<HTMLIFrameElement>) {
    const frame = event.currentTarget;
    holdStill(frame);
    const before = frames.current.get(shown);
    if (before && before !== frame && addressIn(shown) === address) {
      const top = before.contentWindow?.scrollY ?? 0;
      frame.contentWindow?.scrollTo({ top, behavior: 'instant' });
    }
    setShown(wanted);
  }

  return (
    <section
      aria-labelledby="content-preview"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 md:sticky md:top-4"
    >
      <h2 id="content-preview" className="text-[1.5rem]">
        {t('Preview')}
      </h2>
      <div className="relative h-[min(75dvh,44rem)] edged border-line bg-paper">
        {[...new Set([shown, wanted])].map((name) => (
          <iframe
            key={name}
            ref={(frame) => {
              if (frame) frames.current.set(name, frame);
              return () => void frames.current.delete(name);
            }}
            title={t('Preview of the page')}
            src={addressIn(name)}
            sandbox="allow-same-origin"
            aria-hidden={name === shown ? undefined : true}
            tabIndex={name === shown ? undefined : -1}
            className={`absolute inset-0 size-full ${name === shown ? '' : 'invisible'}`}
            onLoad={name === wanted ? arrive : undefined}
          />
        ))}
      </div>
      <p className="hint">
        {t('Drafts are visible only here.')}{' '}
        <a
          className="inline-flex min-h-11 items-center"
          href={address}
          target="_blank"
          rel="noreferrer"
        >
          {t('Open the preview in a tab')}
        </a>
      </p>
    </section>
  );
}

const addressIn = (name: string) => name.slice(name.indexOf(' ') + 1);

/** Its links would lead to pages that no frame may show. */
function holdStill(frame: HTMLIFrameElement) {
  const links = frame.contentDocument?.querySelectorAll('a[href]:not([href^="#"])') ?? [];
  for (const link of links) link.removeAttribute('href');
}
