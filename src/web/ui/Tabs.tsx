import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

export type Tab<V extends string = string> = {
  value: V;
  label: ReactNode;
  /** More about it in the tab itself. */
  hint?: ReactNode;
  /** Absent where one panel serves all tabs. */
  content?: ReactNode;
};

type TabsProps<V extends string> = {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly Tab<V>[];
  /** Controlled when given, together with `onChange`. */
  value?: V;
  defaultValue?: V;
  onChange?: (value: V) => void;
  /** "line" for tabs inside of tabs; "side" for those of the dashboard, one below the other in a wide window. */
  look?: 'box' | 'line' | 'side';
  /** Where the tabs are drawn, if not above their panels. */
  listIn?: HTMLElement | null;
  /** The one panel of all tabs: it stays as it is while another tab is chosen. */
  children?: ReactNode;
};

/** Where the pages of the open tab at the side are listed; null in the panel of another one. */
export const PagesPlace = createContext<HTMLElement | null>(null);

const CLASSES = { box: 'tabs', line: 'tabs tabs-line', side: 'tabs-side' } as const;

/** Panels of which one is seen. A panel is first drawn when it is visited and keeps its state then. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, value, defaultValue, onChange, look = 'box', listIn, children } = props;
  const [pagesPlace, setPagesPlace] = useState<HTMLElement | null>(null);
  const id = useId();
  const [own, setOwn] = useState<string>(defaultValue ?? tabs[0]?.value ?? '');
  const selected = value ?? own;
  // Of tabs of which none is open the first is in the way of the Tab key.
  const entry = tabs.some((tab) => tab.value === selected) ? selected : tabs[0]?.value;
  const [visited, setVisited] = useState<readonly string[]>([selected]);
  if (!visited.includes(selected)) setVisited([...visited, selected]);

  // Where the tabs are wider than the page, the open one is in sight.
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list.current || !tab) return;
    list.current.scrollLeft += centreOf(tab) - centreOf(list.current);
  }, [selected, listIn]);

  function select(next: Tab<V>) {
    setOwn(next.value);
    onChange?.(next.value);
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    // A phone has some of the dashboard's tabs behind a button.
    const shown = tabs.filter(({ value: of }) => {
      const tab = document.getElementById(`${id}-${of}-tab`);
      return tab && getComputedStyle(tab).display !== 'none';
    });
    const at = shown.findIndex((tab) => tab.value === selected);
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      ...(look === 'side' ? { ArrowDown: at + 1, ArrowUp: at - 1 } : {}),
      Home: 0,
      End: shown.length - 1,
    };
    const next = shown.at((steps[event.key] ?? Number.NaN) % shown.length);
    if (!(event.key in steps) || !next) return;
    event.preventDefault();
    select(next);
    document.getElementById(`${id}-${next.value}-tab`)?.focus();
  }

  const tabList = (
    <div ref={list} role="tablist" aria-label={label} className={CLASSES[look]} onKeyDown={press}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}-tab`}
          className="tab"
          aria-selected={tab.value === selected}
          aria-controls={children ? id : `${id}-${tab.value}`}
          tabIndex={tab.value === entry ? 0 : -1}
          onClick={() => select(tab)}
        >
          {tab.hint === undefined ? (
            tab.label
          ) : (
            <>
              <span>{tab.label}</span> <span>{tab.hint}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
  const contentOf = ({ value: of, content }: Tab<V>) =>
    look === 'side' ? (
      <PagesPlace value={of === selected ? pagesPlace : null}>{content}</PagesPlace>
    ) : (
      content
    );

  return (
    <div>
      {look === 'side' ? (
        <div className="side">
          {tabList}
          <div ref={setPagesPlace} className="tabs-pages" />
        </div>
      ) : listIn ? (
        createPortal(tabList, listIn)
      ) : (
        tabList
      )}
      {children ? (
        <div
          role="tabpanel"
          id={id}
          className="tabpanel"
          {...(entry === selected ? { 'aria-labelledby': `${id}-${selected}-tab` } : {})}
        >
          {children}
        </div>
      ) : null}
      {(children ? [] : tabs).map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}`}
          className="tabpanel"
          aria-labelledby={`${id}-${tab.value}-tab`}
          hidden={tab.value !== selected}
        >
          {visited.includes(tab.value) ? contentOf(tab) : null}
        </div>
      ))}
    </div>
  );
}

function centreOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
}
