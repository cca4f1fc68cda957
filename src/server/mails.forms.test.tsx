import { describe, expect, test } from 'vitest';
import { renderMail } from '../features/mail/frame/render.mail.tsx';
import type { MailTemplate } from '../features/mail/frame/template.mail.tsx';
import { LANGUAGES } from '../shared/language.ts';
import { NOTICE, SHORT_NOTICE } from '../shared/notice.ts';
import { translate } from '../shared/words.ts';
import { localeOf } from '../web/locales.ts';
import { mails } from './mails.ts';

const options = {
  publicUrl: 'https://one.example',
  sandbox: false,
  campaign: { name: 'Une seule étoffe', address: 'bonjour@example.sn' },
};

/** What an administrator writes has no example. */
const written: Record<string, object> = {
  'submission-reply': { subject: 'Re', text: 'In May.', message: 'When does it begin?' },
  letter: { subject: 'Kits', message: 'They leave on Monday. See https://one.example/updates.' },
  news: { subject: 'News', message: 'We march.', offUrl: 'https://one.example/off#key=k' },
};

const cases = (Object.entries(mails) as [string, MailTemplate<object>][]).flatMap(
  ([name, template]) => LANGUAGES.map((locale) => ({ name, locale, template })),
);

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const decoded = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");

describe.each(cases)('the mail $name in $locale', ({ name, locale, template }) => {
  const render = () =>
    renderMail(name, template.example ?? written[name] ?? {}, { ...options, locale });
  const say = (sentence: string) => flat(translate(sentence, {}, localeOf(locale)));

  test('names the same amounts and links in both forms, each link on a line of its own', async () => {
    const { html, text } = await render();
    // Without what mail programs show beside the subject.
    const body = decoded(html.slice(html.indexOf('<h1')));
    for (const [amount] of body.matchAll(/\$[\d,.\s]*\d/g)) expect(text).toContain(amount);
    const links = [...body.matchAll(/<a[^>]* href="(https:[^"]+)"[^>]*>(.*?)<\/a>/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, href = '', words] of links)
      if (words === href) expect(text).toContain(href);
      else expect(text.split('\n')).toContain(href);
  });

  test('is text without markup, in lines that a narrow window holds', async () => {
    const { text } = await render();
    expect(text).not.toMatch(/<\/?[a-z]+[^@]*?>|&\w+;/);
    for (const line of text.split('\n'))
      if (!line.startsWith('https://')) expect(line.length, line).toBeLessThanOrEqual(72);
  });

  test('loads nothing', async () => {
    const { html } = await render();
    expect(html.replace(/<!DOCTYPE[^>]*>/, '')).not.toMatch(
      /<(?:img|link|iframe|object|video|audio|script|input)\b|\b(?:src|srcset|background)=|url\(|@import/i,
    );
  });

  test('shows the wordmark in drawn letters, which its text form leaves out', async () => {
    const { html, text } = await render();
    expect(html.match(/<div role="img" aria-label="One Africa Passport"/g)).toHaveLength(1);
    expect(text).not.toContain('ONE AFRICA');
  });

  test('breaks no reference at the end of a line', async () => {
    const { html } = await render();
    // Every reference but those in what a mail program shows beside the subject is in an element that does not wrap.
    const body = html.slice(html.indexOf('<table'));
    for (const { index } of body.matchAll(/(?<=[>\s(])(?:PX|OAP)-[A-Z0-9]/g)) {
      const before = body.slice(0, index);
      expect(before.slice(before.lastIndexOf('<td'))).toContain('white-space:nowrap');
    }
  });

  test('carries the notice, in full where something was bought, and in short elsewhere', async () => {
    const { html, text } = await render();
    for (const form of [flat(text), flat(html)]) {
      expect(form.includes(say(NOTICE))).toBe(template.isReceipt === true);
      expect(form.includes(say(SHORT_NOTICE))).toBe(!template.isReceipt);
    }
    if (!template.isReceipt) expect(text).toMatch(/^https:\/\/one\.example\/\S*#footer$/m);
  });

  test('names whose it is and where to write', async () => {
    for (const form of Object.values(await render()).slice(1))
      expect(flat(form)).toMatch(/Une seule étoffe.*bonjour@example\.sn/);
  });

  test('says that a person reads an answer only where an answer reaches one', async () => {
    const { text } = await render();
    const isAutomatic = flat(text).includes(
      say('This email is automatic. Please don’t reply to it: use the dashboard instead.'),
    );
    const leadsToAuthor = name.endsWith('-notification') && name !== 'claim-notification';
    expect(isAutomatic).toBe(template.isInternal === true && !leadsToAuthor);
  });

  test('is light enough that no mail program cuts it', async () => {
    expect(Buffer.byteLength((await render()).html)).toBeLessThan(40_000);
  });

  test('has dark colours for who reads in the dark', async () => {
    const { html } = await render();
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });
});

test('the receipts are the mails about what was ordered and what was paid', () => {
  const receipts = (Object.entries(mails) as [string, MailTemplate<object>][])
    .filter(([, { isReceipt }]) => isReceipt)
    .map(([name]) => name);
  expect(receipts).toEqual(['application-submitted', 'payment-confirmed']);
});

test.each(['news', 'declaration-milestone', 'messages-waiting'])(
  'the mail %s leads to where its reader stops it',
  async (name) => {
    const { example = written[name] ?? {} } = mails[name as 'news'] as MailTemplate<object>;
    const { offUrl, unsubscribeUrl = offUrl } = example as Record<string, string>;
    const { html, text } = await renderMail(name, example, { ...options, locale: 'en' });
    expect(text.split('\n')).toContain(unsubscribeUrl);
    expect(html).toContain(`href="${unsubscribeUrl}"`);
  },
);
