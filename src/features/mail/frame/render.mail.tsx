import { render } from 'react-email';
import { mails } from '../../../server/mails.ts';
import type { LoadMailExamples, RenderMail } from '../../../shared/mail.ts';
import { translate, type Values } from '../../../shared/words.ts';
import { localeOf } from '../../../web/locales.ts';
import { WordsProvider } from '../../../web/words.tsx';
import { outlookOnly } from './mail-theme.rules.ts';
import { textOf } from './plain-text.mail.tsx';
import type { MailTemplate } from './template.mail.tsx';
import { MailOptionsContext } from './useMailOptions.ts';

// queueMail's types pair each name with its props, so any props fit here.
const templates = new Map(Object.entries(mails) as [string, MailTemplate<object>][]);

/** For each mail that the site sends by itself: made-up props to look at it with. */
export const loadMailExamples: LoadMailExamples = async () =>
  new Map([...templates].flatMap(([name, { example }]) => (example ? [[name, example]] : [])));

/** Writes a mail as HTML and as text. Throws on a template that does not exist. */
export const renderMail: RenderMail = async (name, props, options) => {
  const template = templates.get(name);
  if (!template) throw new Error(`There is no mail "${name}".`);
  const { Mail } = template;
  const locale = localeOf(options.locale);
  const html = await render(
    <MailOptionsContext value={{ ...options, template }}>
      <WordsProvider locale={locale}>
        <Mail {...props} />
      </WordsProvider>
    </MailOptionsContext>,
  );
  const sentence =
    typeof template.subject === 'string' ? template.subject : template.subject(props);
  const subject = oneLine(translate(sentence, props as Values, locale));
  return {
    subject: options.sandbox ? `[Sandbox] ${subject}` : subject,
    // React marks where two pieces of text meet.
    html: html.replaceAll('<!-- -->', '').replace('</head>', `${outlookOnly}</head>`),
    text: textOf(html),
  };
};

/** A subject is one line of bounded length, whatever the names in it hold. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
