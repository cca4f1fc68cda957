// Functions that run in the inspected page. Each is sent there alone, so that none can use another.

export interface Reading {
  /** Elements and attributes that only a seeded text could have made. */
  grown: string[];
  /** All words, with those in fields. */
  texts: string[];
  /** The alternative texts of pictures. */
  alts: string[];
}

/** A document as it is. */
export function readNow(): Reading {
  const grown: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const isForeign = /^(marquee|embed|object|base|math|audio|video)$/.test(element.localName);
    if (isForeign) grown.push(`an element ${element.localName}`);
    for (const { name, value } of element.attributes) {
      const isFollowed =
        /^(href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping)$/.test(
          name,
        );
      if (name.startsWith('on') || (isFollowed && /^\s*(javascript|data:text)/i.test(value)))
        grown.push(`${element.localName}[${name}="${value.slice(0, 80)}"]`);
    }
    if (element.localName === 'script' && /\bran\(\d/.test(element.textContent ?? '')) {
      // The server's data for its own page and for search engines is JSON, and data is no script.
      if (!element.getAttribute('type')?.endsWith('json')) grown.push('a script that calls ran');
    }
  }
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
  const pictures = document.querySelectorAll('img[alt], meta[property="og:image:alt"]');
  return {
    grown,
    texts: [document.documentElement.textContent ?? '', ...fields.map(({ value }) => value)],
    alts: [...pictures].map(
      (one) => one.getAttribute(one.localName === 'img' ? 'alt' : 'content') ?? '',
    ),
  };
}

export interface Progress {
  /** `busy` until rows come, `asked` when a list was just asked for more, `whole` when none has more. */
  progress: 'busy' | 'asked' | 'failed' | 'whole';
  /** How much of the page is there. */
  extent: string;
}

/**
 * Asks a list that has more for it, if something has come since `had` was there. Pressed here and at once: some lists
 * go on by themselves, and anyone who waits for their button may wait for one that is gone.
 */
export function askForMore(had: string): Progress {
  const lists = [...document.querySelectorAll('.table-scroll')];
  const extent = [
    document.querySelector('main')?.textContent?.length,
    ...lists.map(({ scrollHeight }) => scrollHeight),
  ].join();
  const inSight = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const called = (words: RegExp) =>
    inSight('button').find(({ textContent }) => words.test(textContent?.trim() ?? ''));
  if (called(/^try again$/i)) return { progress: 'failed', extent };
  const more = called(/^((show|load) )?more$/i) as HTMLButtonElement | undefined;
  const isBusy =
    inSight('[aria-busy="true"], .loading').length > 0 || more?.ariaDisabled === 'true';
  if (isBusy || (more && extent === had)) return { progress: 'busy', extent };
  more?.click();
  return { progress: more ? 'asked' : 'whole', extent };
}

export interface Drawn {
  /** Of the rows that are in the page, counted from 0. */
  rows: number[];
  /** How many rows there are, as the list says itself. */
  all: number;
  isEnd: boolean;
}

/**
 * A long list draws the rows in sight: goes to its beginning, or on by less than what was in sight. One in a tab that is
 * hidden cannot be scrolled, and is read at the address of its tab.
 */
export async function scrollList(at: {
  list: number;
  isStart: boolean;
}): Promise<Drawn | undefined> {
  const list = [...document.querySelectorAll('.table-scroll[data-virtual]')].filter((one) =>
    one.checkVisibility(),
  )[at.list];
  if (!list) return undefined;
  list.scrollTop = at.isStart ? 0 : list.scrollTop + list.clientHeight * 0.8;
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await drawn();
  await drawn();
  return {
    rows: [...list.querySelectorAll<HTMLElement>('tbody[data-index]')].map(({ dataset }) =>
      Number(dataset.index),
    ),
    all: Number(list.querySelector('table')?.getAttribute('aria-rowcount')) - 1,
    isEnd: list.scrollTop + list.clientHeight >= list.scrollHeight - 1,
  };
}
