import {
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { idOf } from '../../../shared/content.ts';
import { useWords } from '../../../web/words.tsx';
import { type Place, placeOf, type ShownText, showValue, useShownTexts } from './useShownTexts.ts';
import './PageFrame.css';

/** Pixels across of the two layouts of the pages. */
const WIDTHS = { desktop: 1000, phone: 360 } as const;
export type Layout = keyof typeof WIDTHS;

/** A text of the page and where it is seen there, in pixels of the frame. */
export interface MarkedText {
  id: string;
  shown: ShownText;
  place: Place;
}

interface PageFrameProps {
  /** Of the page with its marks. */
  address: string;
  layout: Layout;
  /** A new number fetches the page again. */
  round: number;
  /** What is being typed, by `section.key`: shown at once. */
  typed: Readonly<Record<string, string>>;
  /** Draws what is over a text. `scale`: pixels of the window for one of the frame. */
  mark: (text: MarkedText, scale: number) => React.ReactNode;
  /** The ids of the texts that are seen on the page. */
  onShown: (ids: ReadonlySet<string>) => void;
}

/**
 * The page as visitors get it, with the drafts in it, as high as it is. A new one is fetched behind the one that is
 * seen and takes its place when it has come, so that nothing blinks. It runs no script; what lies over it is ours.
 */
export function PageFrame({ address, layout, round, typed, mark, onShown }: PageFrameProps) {
  const t = useWords();
  const wanted = `${round} ${address}`;
  const [seen, setSeen] = useState(wanted);
  const { texts, take } = useShownTexts();
  const [marks, setMarks] = useState<readonly MarkedText[]>([]);
  const [height, setHeight] = useState(600);
  const [available, setAvailable] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const frames = useRef(new Map<string, HTMLIFrameElement>());

  const width = Math.max(WIDTHS[layout], layout === 'desktop' ? available : 0);
  const scale = available > 0 ? Math.min(1, available / width) : 1;

  /** Where everything is now. */
  const measure = useEffectEvent(() => {
    const page = frames.current.get(seen)?.contentDocument;
    if (!page?.body) return;
    setHeight(Math.ceil(page.documentElement.getBoundingClientRect().height));
    const found = texts.flatMap((shown) => {
      const place = placeOf(shown);
      return place ? [{ id: idOf(shown.text), shown, place }] : [];
    });
    setMarks(found);
    onShown(new Set(found.map(({ id }) => id)));
  });

  function arrive(event: SyntheticEvent<HTMLIFrameElement>) {
    const page = event.currentTarget.contentDocument;
    if (!page) return;
    take(page);
    setSeen(wanted);
  }

  const showTyped = useEffectEvent(() => {
    for (const shown of texts) {
      const value = typed[idOf(shown.text)];
      if (value !== undefined) showValue(shown, value);
    }
    measure();
  });
  const words = JSON.stringify(typed);
  useLayoutEffect(() => showTyped(), [texts, words, width, seen]);

  // Its faces, its pictures and the width of the window move things.
  useEffect(() => {
    const page = frames.current.get(seen)?.contentDocument;
    if (!page?.body || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure());
    observer.observe(page.body);
    void page.fonts.ready.then(() => measure());
    return () => observer.disconnect();
  }, [seen, texts]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={box} className="page-frame">
      <div className="page-sheet" style={{ width: width * scale, height: height * scale }}>
        {[...new Set([seen, wanted])].map((name) => (
          <iframe
            key={name}
            ref={(frame) => {
              if (frame) frames.current.set(name, frame);
              return () => void frames.current.delete(name);
            }}
            title={t('Preview of the page')}
            src={addressIn(name)}
            sandbox="allow-same-origin"
            inert
            aria-hidden={name === seen ? undefined : true}
            className={name === seen ? undefined : 'invisible'}
            style={{ width, height, transform: `scale(${scale})` }}
            onLoad={name === wanted ? arrive : undefined}
          />
        ))}
        <ol className="page-marks" aria-label={t('Texts of this page')}>
          {marks.map((text, at) => (
            <li key={`${text.id} ${at}`}>{mark(text, scale)}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}

const addressIn = (name: string) => name.slice(name.indexOf(' ') + 1);
