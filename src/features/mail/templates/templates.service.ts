import type { AppContext } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import type { Language } from '../../../shared/language.ts';
import type { RenderedMail } from '../../../shared/mail.ts';
import { words } from '../../../shared/words.ts';
import { EXAMPLE_NAMES, EXAMPLES, isExample } from './mail-examples.rules.ts';

type Desk = Pick<AppContext, 'renderMail' | 'publicUrl'>;

const draw = ({ renderMail, publicUrl }: Desk, name: keyof typeof EXAMPLES, locale: Language) =>
  renderMail(name, EXAMPLES[name], { publicUrl, locale, sandbox: false });

/** One mail with its example. Throws 404 for one that there is not. */
export async function drawExample(
  desk: Desk,
  name: string,
  language: Language,
): Promise<RenderedMail> {
  if (!isExample(name)) throw new Fault(404, words('There is no such mail.'));
  return draw(desk, name, language);
}

type Titles = { name: string; subject: string }[];

/** The subjects stay the same for as long as the process lives. */
const known = new Map<Language, Promise<Titles>>();

/** The mails by their subjects in a language; drawing them all takes a moment, once. */
export function listExamples(desk: Desk, language: Language): Promise<Titles> {
  const titles = known.get(language) ?? titlesIn(desk, language);
  known.set(language, titles);
  return titles;
}

async function titlesIn(desk: Desk, language: Language): Promise<Titles> {
  const titles: Titles = [];
  // One after the other: whoever waits for the same process comes in between.
  for (const name of EXAMPLE_NAMES)
    titles.push({ name, subject: (await draw(desk, name, language)).subject });
  return titles;
}
