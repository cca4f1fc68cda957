import type { Locator, Page } from '@playwright/test';
import { PUBLIC_PATHS } from '../src/server/pages/pages.ts';
import { inLanguage, LANGUAGES } from '../src/shared/language.ts';
import { translate } from '../src/shared/words.ts';
import french from '../src/web/locales/fr.json' with { type: 'json' };
import { expect, newAddress, test } from './site.ts';

const LOCALE = { tag: 'fr', catalogue: french as Record<string, string> };
/** A sentence as French pages must say it; one that the catalogue lacks proves nothing. */
function fr(sentence: string): string {
  expect(Object.hasOwn(french, sentence), `fr.json has “${sentence}”`).toBe(true);
  return translate(sentence, {}, LOCALE);
}

const languageOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

test.describe('a browser that prefers French', () => {
  test.use({ locale: 'fr-SN' });

  test('is answered in French until English is chosen in the footer, which is kept', async ({
    page,
  }) => {
    const footer = page.getByRole('contentinfo');
    await page.goto('/');
    expect(await languageOf(page)).toEqual(['fr', 'ltr']);
    await footer.getByRole('link', { name: 'English', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Request Information' })).toBeVisible();
    expect(await languageOf(page)).toEqual(['en', 'ltr']);
    // Also at addresses that ask for nothing, and in the members’ documents.
    for (const path of ['/', '/sign', '/privacy', '/nowhere', '/profile']) {
      await page.goto(path);
      expect((await languageOf(page))[0], path).toBe('en');
    }
    await page.goto('/terms');
    await footer.getByRole('link', { name: 'Français', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fr('Terms of Service'));
    expect(new URL(page.url()).pathname).toBe('/terms');
    await page.goto('/');
    expect((await languageOf(page))[0]).toBe('fr');
  });
});

test('an address that names a language is answered in it, and chooses it for no other', async ({
  page,
}) => {
  for (const [path, expected] of [
    ['/', 'en'],
    ['/sign?lang=fr', 'fr'],
    ['/', 'en'],
    ['/nowhere?lang=fr', 'fr'],
    ['/profile?lang=fr', 'fr'],
    ['/?lang=tlh', 'en'],
  ] as const) {
    await page.goto(path);
    expect((await languageOf(page))[0], path).toBe(expected);
  }
});

/** Beside the thanks. */
const NOT_LISTED = ['/application', '/join', '/nowhere'];

test('every page names its address, its other languages and what cards show of it', async ({
  page,
  site,
}) => {
  await page.goto('/');
  /** As it came, which is what machines read of it. */
  const headOf = (address: string) =>
    page.evaluate(async (from) => {
      const html = await (await fetch(from)).text();
      const came = new DOMParser().parseFromString(html, 'text/html');
      const meta = (name: string) =>
        came.querySelector<HTMLMetaElement>(`meta[name="${name}"],meta[property="${name}"]`)
          ?.content;
      const alternates = came.querySelectorAll<HTMLLinkElement>('link[rel=alternate]');
      return {
        title: came.title,
        canonical: came.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
        alternates: Object.fromEntries([...alternates].map((it) => [it.hreflang, it.href])),
        robots: meta('robots'),
        description: meta('description'),
        cardTitle: meta('og:title'),
        cardText: meta('og:description'),
        cardUrl: meta('og:url'),
        card: meta('twitter:card'),
        picture: meta('og:image'),
      };
    }, address);
  const titles = new Map<string, string>();
  for (const path of [...PUBLIC_PATHS, '/nowhere']) {
    for (const language of LANGUAGES) {
      const address = inLanguage(path, language);
      const head = await headOf(address);
      if (path.startsWith('/thanks/') || NOT_LISTED.includes(path)) {
        expect([head.robots, head.canonical], address).toEqual(['noindex', undefined]);
        continue;
      }
      const at = (tag: string) => site.url + inLanguage(path, tag);
      expect(head, address).toMatchObject({
        canonical: at(language),
        alternates: { en: at('en'), fr: at('fr'), 'x-default': at('en') },
        cardTitle: head.title,
        cardText: head.description,
        cardUrl: at(language),
        card: 'summary_large_image',
        picture: `${site.url}/pictures/share-${language}.png`,
      });
      expect(head.robots, address).toBeUndefined();
      expect(head.description?.length ?? 0, address).toBeGreaterThan(50);
      // No two pages of a language are called the same.
      const title = `${language} ${head.title}`;
      expect(titles.get(title), `“${head.title}” at ${address}`).toBeUndefined();
      titles.set(title, address);
    }
  }
});

test('pictures, icons, site map and JSON-LD for machines are there and correct', async ({
  request,
  site,
}) => {
  const get = async (address: string, type: string | RegExp) => {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()['content-type'], address).toMatch(type);
    return answer;
  };
  /** Width and height from the header of a PNG file. */
  const sizeOf = async (address: string) => {
    const bytes = await (await get(address, 'image/png')).body();
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };
  for (const language of LANGUAGES)
    expect(await sizeOf(`/pictures/share-${language}.png`)).toEqual([1200, 630]);
  expect(await sizeOf('/pictures/icon-180.png')).toEqual([180, 180]);
  const manifest = (await (
    await get('/manifest.webmanifest', 'application/manifest+json')
  ).json()) as { name: string; icons: { src: string; sizes: string; type: string }[] };
  expect(manifest.name).toBe('One Africa Passport');
  for (const { src, sizes, type } of manifest.icons) {
    if (type === 'image/png') expect((await sizeOf(src)).join('x'), src).toBe(sizes);
    else await get(src, type);
  }
  await get('/favicon.svg', 'image/svg+xml');

  const robots = await (await get('/robots.txt', 'text/plain')).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const map = await (await get('/sitemap.xml', 'application/xml')).text();
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => String(address));
  expect(listed.length).toBe(16 * LANGUAGES.length);
  for (const address of listed) {
    // As a search engine reads: without cookies.
    const html = await (await fetch(address)).text();
    expect(/<link rel="canonical" href="(.*?)">/.exec(html)?.[1]).toBe(address);
  }
});

test('no link of a French page leads to an English one, and none to nothing', async ({
  request,
}) => {
  const leads = new Set<string>();
  for (const path of [...PUBLIC_PATHS, '/nowhere']) {
    // As it came, so that what only is there without scripts is read too.
    const html = await (await request.get(inLanguage(path, 'fr'))).text();
    const body = html.slice(html.indexOf('<body'));
    const links = [...body.matchAll(/<a [^>]*?href="\/[^>]*>/g)].map(([link]) => link);
    const ours = links
      // The way to the other language, and the sandbox, which speaks to who builds the site.
      .filter((link) => !/hreflang|"\/sandbox"/i.test(link))
      .map((link) => String(/href="([^"#]*)/.exec(link)?.[1]));
    expect(
      ours.filter((href) => !href.endsWith('?lang=fr')),
      path,
    ).toEqual([]);
    for (const href of ours) leads.add(href);
    const actions = [...body.matchAll(/action="([^"#]*)/g)].map(([, action]) => String(action));
    expect(
      actions.filter((action) => !action.endsWith('?lang=fr')),
      path,
    ).toEqual([]);
  }
  expect(leads.size).toBeGreaterThan(10);
  for (const href of leads) expect((await request.get(href)).status(), href).toBe(200);
});

test('no word of the French pages is left in English, also none that no catalogue knows', async ({
  page,
}) => {
  // Words that French has not, and that hardly an English sentence goes without.
  const english = /\b(the|and|of|with|you|your|our|this|that|are|is|was|not|from|by|for)\b/i;
  // Names and addresses stay what they are, and titles are in French quotation marks.
  const isEnglish = (text: string) =>
    english.test(text.replaceAll(/Our World in Data|https?:\S+|«[^»]*»/g, ''));
  for (const path of [...PUBLIC_PATHS, '/nowhere']) {
    await page.goto(inLanguage(path, 'fr'), { waitUntil: 'domcontentloaded' });
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [document.title];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const within = node.parentElement;
        // Text that is marked as another language is meant to be: titles of sources, names of languages.
        if (within?.closest('script, style, [lang]:not(html)')) continue;
        found.push(node.textContent?.trim() ?? '');
      }
      for (const it of document.querySelectorAll('[alt], [aria-label], [placeholder]'))
        found.push(it.getAttribute('alt') ?? it.getAttribute('aria-label') ?? '');
      return found;
    });
    expect(texts.length, path).toBeGreaterThan(20);
    expect(texts.filter(isEnglish), path).toEqual([]);
    // The mark that development puts on a sentence without a translation.
    expect(
      texts.filter((text) => /[⟦⟧]/.test(text)),
      path,
    ).toEqual([]);
  }
});

test.describe('in French without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  const contact = async (form: Locator, email: string) => {
    await form.locator('[name=firstName]').fill('Awa');
    await form.locator('[name=lastName]').fill('Diop');
    await form.locator('[name=email]').fill(email);
    await form.locator('[name=country]').selectOption({ label: fr('Senegal') });
  };

  test('a refused form keeps its words and says why, and the thanks and the mail are French', async ({
    page,
    site,
  }) => {
    const email = newAddress('volontaire');
    await page.goto('/volunteer?lang=fr');
    const form = page.getByRole('main').locator('form[action]');
    await contact(form, email);
    await form.locator('[name=skills]').fill('Wolof et français.');
    await form.locator('[name=motivation]').fill('Ma grand-mère avait besoin de trois visas.');
    await form.locator('[name=phone]').fill('+221 1');
    await form.locator('[name=availability]').selectOption({ label: fr('Project-based') });
    await page.waitForTimeout(2100);
    await form.getByRole('button', { name: fr('Submit Application') }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await expect(page.getByRole('alert')).toContainText(fr('Please enter a valid phone number'));
    await expect(form.locator('[name=skills]')).toHaveValue('Wolof et français.');
    await expect(form.locator('[name=country] option:checked')).toHaveText(fr('Senegal'));
    await form.locator('[name=phone]').fill('');
    await form.getByRole('button', { name: fr('Submit Application') }).click();
    await expect(page).toHaveURL('/thanks/volunteer?lang=fr#main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      fr('Application Submitted Successfully!'),
    );
    await page
      .getByRole('main')
      .getByRole('link', { name: fr('Back to the home page') })
      .click();
    await expect(page).toHaveURL('/?lang=fr');
    const mail = await site.mailTo(email);
    expect(mail.subject).toContain(fr('We have your volunteer application'));
  });

  test('each other plain form is refused and thanked for in French', async ({ context }) => {
    // Opened together, so that the two seconds which no person beats are waited for once.
    const open = async (path: string) => {
      const page = await context.newPage();
      await page.goto(inLanguage(path, 'fr'));
      return page;
    };
    const [partner, sign, write] = [
      await open('/partner'),
      await open('/sign'),
      await open('/contact'),
    ];
    await write.waitForTimeout(2100);

    await partner.locator('[name=organizationName]').fill('Lycée de la Teranga');
    await partner.locator('main .btn-primary').click();
    await expect(
      partner
        .getByText(fr('Please choose the type of your organization from the list'))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expect(partner.locator('[name=organizationName]')).toHaveValue('Lycée de la Teranga');

    await sign.locator('[name=fullName]').fill('Awa Diop');
    await sign.locator('main .btn-primary').click();
    await expect(sign.getByText(fr('Country is required')).first()).toBeVisible();
    await expect(sign.locator('[name=fullName]')).toHaveValue('Awa Diop');

    const form = write.locator('#contact form');
    await contact(form, newAddress('contact'));
    const send = form.getByRole('button', { name: fr('Send message') });
    await send.click();
    await expect(form.locator('[name=firstName]')).toHaveValue('Awa');
    await form.locator('[name=message]').fill('Comment aider à Dakar ?');
    await send.click();
    await expect(write).toHaveURL('/thanks/contact?lang=fr#main');
    await expect(write.getByRole('heading', { level: 1 })).toHaveText(
      fr('Message Sent Successfully!'),
    );
  });
});
