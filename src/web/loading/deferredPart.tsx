import { type ComponentType, memo, Suspense, use, useEffect, useState } from 'react';
import { type CataloguePart, loadWords } from '../locales.ts';
import type { LazyPart } from './lazyPart.tsx';

/** A component whose markup comes with the page, and whose code comes when a visitor turns to it. */
export interface DeferredPart<P> extends LazyPart<P> {
  /** Fetches the code and hydrates the markup; a failure is the caller's to answer, and the next call tries again. */
  hydrate(): Promise<void>;
}

/**
 * Leaves a part of the page as the server drew it until it is wanted. React keeps the markup of a boundary that
 * suspends while it hydrates, so that what was typed meanwhile stays. It would draw it anew when the props change
 * first: give it the page's own data alone. The bootstrap knows it by `data-deferred`.
 */
export function deferredPart<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
  part: CataloguePart,
): DeferredPart<P> {
  let code: ComponentType<P> | undefined;
  let notifyLoaded = () => {};
  let notifyHydrated = () => {};
  const loaded = new Promise<void>((resolve) => {
    notifyLoaded = resolve;
  });
  const hydrated = new Promise<void>((resolve) => {
    notifyHydrated = resolve;
  });

  function Code({ onHydrated, props }: { onHydrated: () => void; props: P }) {
    if (!code) use(loaded);
    useEffect(onHydrated, [onHydrated]);
    const [Loaded] = useState(() => code);
    return Loaded ? <Loaded {...props} /> : null;
  }

  const Component = memo(function Deferred(props: P) {
    const [isHydrated, setHydrated] = useState(false);
    const [onHydrated] = useState(() => () => setHydrated(true));
    // Only when the attribute is gone: what the bootstrap repeats then must reach React.
    useEffect(() => {
      if (isHydrated) notifyHydrated();
    }, [isHydrated]);
    return (
      <div className="contents" data-deferred={isHydrated ? undefined : ''}>
        <Suspense>
          <Code onHydrated={onHydrated} props={props} />
        </Suspense>
      </div>
    );
  });

  async function load() {
    if (code) return;
    const [fetched] = await Promise.all([fetchCode(), loadWords(part)]);
    code = fetched;
    notifyLoaded();
  }
  return {
    Component,
    load,
    async hydrate() {
      await load();
      await hydrated;
    },
  };
}
