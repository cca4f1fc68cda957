/*
 * The only script that runs before someone touches the page (≤ 2 KB, inlined in the head).
 * It fetches the styles of dialogs at once, React when the page is idle, and the page's own code with the first scroll or
 * mouse move. It hydrates then when idle, else on the first touch, and does again what was clicked or sent meanwhile.
 * The dialog to sign is in the page: it is shown at once.
 * When they cannot be had, links and forms work as plain HTML.
 */
const script = document.currentScript as HTMLScriptElement;
const {
  entry = '',
  ahead = '',
  touch = '',
  sheet = '',
  offline = '',
  eager,
  still,
} = script.dataset;

type Entry = { hydrate(target?: EventTarget | null): Promise<void> };

let isHydrated = false;
/** Says that there is no connection. */
const said = document.createElement('p');

/** Hydrates the page, and the deferred part of it that holds `target`. */
async function hydrate(target?: EventTarget | null): Promise<void> {
  await Promise.all([fetchAll(), loadStyles()]);
  const module: Entry = await import(/* @vite-ignore */ entry);
  // React would draw the page anew for a paragraph that it does not know, without what was typed.
  said.remove();
  await module.hydrate(target);
  isHydrated = true;
}

/** Whether React answers what is done to an element. */
const isLive = (element: Element) => isHydrated && !element.closest?.('[data-deferred]');

let styles: Promise<unknown> | undefined;

/** The sheet of what only hydrated parts show; without it they are plainer, but they work. */
function loadStyles() {
  styles ??= new Promise<void>((done) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet;
    link.onload = () => done();
    link.onerror = () => {
      styles = undefined;
      done();
    };
    document.head.append(link);
  });
  return styles;
}

/** Hydrates without an action to repeat; a failure is met again, and answered, by the action itself. */
const hydrateQuietly = ({ target }: Partial<Event> = {}) => {
  if (!isLive((target ?? document.body) as Element)) hydrate(target).catch(console.warn);
};

addEventListener(
  'click',
  (event) => {
    const live = (event.target as Element).closest?.<HTMLElement>('a[data-live],[type=button]');
    if (!live || isLive(live) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (live.hasAttribute('aria-busy')) return;
    const dialog = live.closest('dialog');
    // Its Close button.
    if (dialog) return dialog.close();
    live.setAttribute('aria-busy', 'true');
    const done = () => live.removeAttribute('aria-busy');
    if (live instanceof HTMLAnchorElement) {
      const drawn = document.querySelector<HTMLDialogElement>(`[data-address="${live.pathname}"]`);
      if (drawn) return void show(drawn, live).then(done);
    }
    hydrate(live).then(
      () => {
        done();
        live.click();
      },
      () => {
        done();
        if (live instanceof HTMLAnchorElement) location.href = live.href;
        // Below its row of buttons or tabs.
        else showOffline(live.parentElement?.parentElement ?? document.body);
      },
    );
  },
  true,
);

/** Shows a dialog that came with the page. React takes it over as it is: words, focus and address stay. */
async function show(dialog: HTMLDialogElement, link: HTMLAnchorElement) {
  history.pushState({ dialog: true }, '', link.pathname + location.search);
  await loadStyles();
  if (dialog.open || location.pathname !== link.pathname) return;
  dialog.showModal();
  dialog.querySelector('h2')?.focus();
}
addEventListener(
  'close',
  () => {
    if (!isHydrated && history.state?.dialog) history.back();
  },
  true,
);

addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    // Where the reader came from, which some browsers do not say.
    const referral = location.search.match(/\b(by|utm_source)=[\w-]+/g)?.join('&');
    if (referral && form.method === 'post' && !form.action.includes(referral))
      form.action = form.action.replace(
        /[?#]/,
        (mark) => `?${referral}${mark === '#' ? mark : '&'}`,
      );
    if (isLive(form) || !form.matches('[data-live]')) return;
    event.preventDefault();
    event.stopPropagation();
    const button = (event as SubmitEvent).submitter;
    if (button?.hasAttribute('aria-busy')) return;
    button?.setAttribute('aria-busy', 'true');
    const done = () => button?.removeAttribute('aria-busy');
    hydrate(form).then(
      () => {
        done();
        form.requestSubmit();
      },
      () => {
        done();
        if (form.dataset.live === 'plain') form.submit();
        else showOffline(form);
      },
    );
  },
  true,
);

// Addresses of dialogs that the start page opened before it was reloaded are pages by now.
const { pathname } = location;
addEventListener('popstate', () => {
  if (!isHydrated) document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  if (location.pathname !== pathname && !(isHydrated && pathname === '/')) location.reload();
});

/** The words stay in the form; the next try fetches again what could not be had. */
function showOffline(place: Element) {
  said.setAttribute('role', 'alert');
  said.textContent = offline;
  place.append(said);
}

/** Who has just signed reads that theirs is to be confirmed: for a day, or until the link in the email is opened. */
function waitsForConfirmation(): boolean {
  try {
    if (pathname === '/thanks/declaration') localStorage.signed = Date.now();
    return Date.now() - localStorage.signed < 864e5;
  } catch {
    return false;
  }
}
function countOwnSignature() {
  if (!waitsForConfirmation()) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-signatures]'))
    place.textContent = place.dataset.signatures || place.textContent;
}

/** The form to apply is folded on a phone, but not for who comes for it; a reload finds it as it was. */
const wide = matchMedia('(min-width: 1000px)');
const APPLY = '#buy-now';
function unfold(isWanted: boolean) {
  const form = document.querySelector<HTMLDetailsElement>('.application');
  if (form && (isWanted || wide.matches)) form.open = true;
}
for (const event of ['DOMContentLoaded', 'hashchange', 'resize'])
  addEventListener(event, () => unfold(location.hash === APPLY));
addEventListener('click', ({ target }) => {
  const place = (target as Element).closest?.<HTMLAnchorElement>('a[href*="#"]')?.hash;
  if (place) layOutAll();
  if (place === APPLY) unfold(true);
});
addEventListener(
  'toggle',
  ({ target }) => {
    if (!wide.matches && (target as Element).matches('.application[open]'))
      history.replaceState(history.state, '', APPLY);
  },
  true,
);

const fetching: Record<string, Promise<unknown> | undefined> = {};

/**
 * Fetches files into the browser's cache, all at once: as modules they would be found one round trip after another.
 * Nor may one be asked for as a module before it is there: Chromium never fetches again a module that it could not
 * have. The next call tries again.
 */
const fetchAhead = (list: string) =>
  Promise.all(
    list.split(' ').map(
      (href) =>
        (fetching[href] ??= fetch(href)
          .then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer)))
          .catch((error: unknown) => {
            fetching[href] = undefined;
            throw error;
          })),
    ),
  );
const files = `${ahead} ${touch}`;
const fetchAll = () => fetchAhead(`${files} ${entry}`);

/** A page that is not drawn has idle time once in ten seconds at most, so it is not waited for longer than one. */
const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(act, { timeout: 1e3 })
    : setTimeout(act, 500);

/**
 * Nothing below the first screen of a phone is shown before the page has loaded: Chromium looks through every form that is, and
 * a font that comes has everything laid out anew. Who scrolls, tabs, follows a link or comes back has all of it at once.
 */
const { dataset } = document.documentElement;
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isNew = visit?.type === 'navigate';
if (isNew && pathname === '/') dataset.arriving = '';
const showAll = () => {
  delete dataset.arriving;
};
for (const event of ['scroll', 'focusin']) addEventListener(event, showAll);

/** Lays out the next of the sections below the first screen; answers whether there was one. */
function layOut(): boolean {
  const section = document.querySelector<HTMLElement>(
    ':is(.threaded,#call-to-action,#contact,footer):not([style])',
  );
  if (!section) return false;
  section.style.contentVisibility = 'visible';
  // At once, within the idle time that it was called in.
  return section.offsetHeight > -1;
}
/** Who comes to a place of the page, or back to one, arrives there, which takes the height of what is above it. */
function layOutAll() {
  while (layOut());
  showAll();
}
const layOutWhenIdle = () => whenIdle(() => (layOut() ? layOutWhenIdle() : showAll()));
addEventListener('DOMContentLoaded', () => (!isNew || location.hash) && layOutAll());

/** Hydrates before the first touch. Each file runs when the page is idle, so that a tap meanwhile waits for one at most. */
async function hydrateWhenIdle() {
  await fetchAll();
  for (const file of files.split(' ')) {
    await import(/* @vite-ignore */ file);
    await new Promise<void>(whenIdle);
  }
  hydrateQuietly();
}

if (still === undefined)
  for (const event of ['pointerdown', 'keydown', 'focusin', 'input'])
    addEventListener(event, hydrateQuietly, true);

/** Fetches nothing before it is needed. */
const isSparing =
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ||
  still !== undefined;
// Into the cache, for who taps at the first paint. As a sheet, which has the page styled anew, it comes when that is idle.
if (!isSparing) fetchAhead(sheet).catch(console.warn);

function begin() {
  layOutWhenIdle();
  if (eager !== undefined || /\b(signed_in|applied)=1/.test(document.cookie))
    return hydrateQuietly();
  if (isSparing) return;
  for (const hint of ['scroll', 'pointermove'])
    addEventListener(hint, () => hydrateWhenIdle().catch(console.warn), {
      once: true,
      passive: true,
    });
  void loadStyles();
  fetchAhead(ahead).catch(console.warn);
}
// Storage and cookies are another process's: reading them blocks a slow phone in the tasks that these events are in.
addEventListener('DOMContentLoaded', () => whenIdle(countOwnSignature));
addEventListener('load', () => whenIdle(begin));
