import { render, toPlainText } from 'react-email';
import { mails } from '../../../server/mails.ts';
import type { LoadMailExamples, RenderMail } from '../../../shared/mail.ts';
import { translate, type Values } from '../../../shared/words.ts';
import { localeOf } from '../../../web/locales.ts';
import { WordsProvider } from '../../../web/words.tsx';
import type { MailTemplate } from './template.mail.tsx';
import { MailOptionsContext } from './useMailOptions.ts';

// queueMail's types pair each name with its props, so any props fit here.
const templates = new Map(Object.entries(mails) as [string, MailTemplate<object>][]);

/** For each mail that the site sends by itself: made-up props to look at it with. */
export const loadMailExamples: LoadMailExamples = async () =>
  new Map([...templates].flatMap(([name, { example }]) => (example ? [[name, example]] : [])));

/** A title in capitals is a shout, and some languages have none. */
const plainText = { selectors: [{ selector: 'h1', options: { uppercase: false } }] };

/** Writes a mail as HTML and as text. Throws on a template that does not exist. */
export const renderMail: RenderMail = async (template, props, options) => {
  const known = templates.get(template);
  if (!known) throw new Error(`There is no mail "${template}".`);
  const { Mail } = known;
  const locale = localeOf(options.locale);
  const html = await render(
    <MailOptionsContext value={options}>
      <WordsProvider locale={locale}>
        <Mail {...props} />
      </WordsProvider>
    </MailOptionsContext>,
  );
  const subject = oneLine(translate(known.subject, props as Values, locale));
  return {
    subject: options.sandbox ? `[Sandbox] ${subject}` : subject,
    html,
    text: toPlainText(html, plainText),
  };
};

/** A subject is one line of bounded length, whatever the names in it hold. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
