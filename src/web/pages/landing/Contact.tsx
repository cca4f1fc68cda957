import { ContactForm } from '../../../features/contact/ContactForm.tsx';
import { CONTACT } from '../../../features/content/texts/contact.rules.ts';
import { SITE } from '../../../features/content/texts/site.rules.ts';
import type { FilledForm } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { MailLink } from '../../ui/MailLink.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

interface ContactProps {
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
  /** At its own address it is the page. */
  isPage?: boolean;
}

/** The form to write to the campaign, a section of the start page and a page of its own. */
export function Contact({ filled, isPage = false }: ContactProps) {
  const say = useContent();
  // They look the same below a larger heading.
  const level = isPage ? 2 : undefined;
  return (
    <>
      {isPage ? <PageTitle>{say(CONTACT.title)}</PageTitle> : null}
      <section
        id="contact"
        className={`part md:grid-cols-[3fr_2fr] ${isPage ? 'py-8 md:py-14' : ''}`}
      >
        <div className="grid min-w-0 content-start gap-6">
          {isPage ? null : <h2>{say(CONTACT.title)}</h2>}
          <ContactForm filled={filled} />
        </div>
        <div className="grid min-w-0 content-start gap-8 [overflow-wrap:anywhere]">
          <div className="grid gap-2">
            <h3 aria-level={level}>{say(CONTACT.write_title)}</h3>
            <p>
              <MailLink address={say(SITE.contact_email)} />
            </p>
            <p>{say(CONTACT.write_text)}</p>
          </div>
          <div className="grid gap-2">
            <h3 aria-level={level}>{say(CONTACT.help_title)}</h3>
            <p>{say(CONTACT.help_text)}</p>
          </div>
          <div className="grid gap-2">
            <h3 aria-level={level}>{say(CONTACT.cannot_title)}</h3>
            <p>{say(CONTACT.cannot_text)}</p>
          </div>
        </div>
      </section>
    </>
  );
}
