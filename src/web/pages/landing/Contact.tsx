import { ContactForm } from '../../../features/contact/ContactForm.tsx';
import { CONTACT } from '../../../features/content/texts/contact.rules.ts';
import { SITE } from '../../../features/content/texts/site.rules.ts';
import type { FilledForm } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { MailLink } from '../../ui/MailLink.tsx';

export function Contact({ filled }: { filled: FilledForm | undefined }) {
  const say = useContent();
  return (
    <section id="contact" className="part md:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 content-start gap-6">
        <h2>{say(CONTACT.title)}</h2>
        <ContactForm filled={filled} />
      </div>
      <div className="grid min-w-0 content-start gap-8 [overflow-wrap:anywhere]">
        <div className="grid gap-2">
          <h3>{say(CONTACT.write_title)}</h3>
          <p>
            <MailLink address={say(SITE.contact_email)} />
          </p>
          <p>{say(CONTACT.write_text)}</p>
        </div>
        <div className="grid gap-2">
          <h3>{say(CONTACT.help_title)}</h3>
          <p>{say(CONTACT.help_text)}</p>
        </div>
        <div className="grid gap-2">
          <h3>{say(CONTACT.cannot_title)}</h3>
          <p>{say(CONTACT.cannot_text)}</p>
        </div>
      </div>
    </section>
  );
}
