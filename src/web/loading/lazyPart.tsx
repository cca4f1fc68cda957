import { type ComponentType, useState } from 'react';
import { type CataloguePart, loadWords } from '../locales.ts';

/** A component whose code comes when it is wanted. */
export interface LazyPart<P> {
  /** Draws it; nothing until `load` has ended. */
  Component: ComponentType<P>;
  /** Fetches the code; a failure is the caller's to answer, and the next call tries again. */
  load(): Promise<void>;
}

/**
 * Splits a component off into a file of its own. Unlike React.lazy it is drawn at once where the code
 * is there already, so that the server and the hydrating page agree, and a lost connection breaks no page.
 * `part` names the catalogue with its sentences (scripts/catalogues.ts).
 */
export function lazyPart<P extends object>(
  fetchCode: () => Promise<ComponentType<P>>,
  part: CataloguePart,
): LazyPart<P> {
  let code: ComponentType<P> | undefined;
  function Component(props: P) {
    const [Loaded] = useState(() => code);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return {
    Component,
    async load() {
      if (code) return;
      const [fetched] = await Promise.all([fetchCode(), loadWords(part)]);
      code = fetched;
    },
  };
}
