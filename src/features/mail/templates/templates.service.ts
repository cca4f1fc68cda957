import type { AppContext } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Language } from '../../../shared/language.ts';
import type { RenderedMail } from '../../../shared/mail.ts';
import { words } from '../../../shared/words.ts';
import { mailOptionsIn } from '../mail-options.service.ts';

type MailContext = Pick<
  AppContext,
  'db' | 'renderMail' | 'loadMailExamples' | 'publicUrl' | 'settings' | 'findCampaign'
>;

/** One mail with its example. Throws 404 for one that does not exist or that an administrator writes. */
export async function renderExample(
  context: MailContext,
  name: string,
  locale: Language,
): Promise<RenderedMail> {
  const props = (await context.loadMailExamples()).get(name);
  if (!props) throw new Fault(404, words('This email does not exist.'));
  const options = await mailOptionsIn(context, locale);
  return context.renderMail(name, props, { ...options, sandbox: false });
}

type Subjects = { name: string; subject: string }[];

/** The subjects stay the same for as long as the process lives. */
const known = new Map<Language, Promise<Subjects>>();

/** The mails that the site sends by itself, by their subjects in a language. Renders them all, once. */
export function listExamples(context: MailContext, language: Language): Promise<Subjects> {
  const subjects = known.get(language) ?? subjectsIn(context, language);
  known.set(language, subjects);
  return subjects;
}

async function subjectsIn(context: MailContext, language: Language): Promise<Subjects> {
  const subjects: Subjects = [];
  // One after the other, so that other requests are answered in between.
  for (const name of (await context.loadMailExamples()).keys())
    subjects.push({ name, subject: (await renderExample(context, name, language)).subject });
  return subjects;
}
