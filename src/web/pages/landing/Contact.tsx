import { ContactForm } from '../../../features/contact/ContactForm.tsx';
import type { FilledForm } from '../../../shared/page.ts';
import { CONTACT_ADDRESS } from '../../../shared/contact-address.ts';
import { useWords } from '../../words.tsx';

export function Contact({ filled }: { filled: FilledForm | undefined }) {
  const t = useWords();
  return (
    <section
      id="contact"
      className="mx-auto grid max-w-6xl gap-x-16 gap-y-10 px-5 py-14 md:grid-cols-[3fr_2fr] md:py-20"
    >
      <div className="grid content-start gap-6">
        <h2>{t('Request Information')}</h2>
        <ContactForm filled={filled} />
      </div>
      <div className="grid content-start gap-8">
        <div className="grid gap-2">
          <h3>{t('Write to us')}</h3>
          <p>
            <a href={`mailto:${CONTACT_ADDRESS}`}>{CONTACT_ADDRESS}</a>
          </p>
          <p>{t('A person reads every message and answers it.')}</p>
        </div>
        <div className="grid gap-2">
          <h3>{t('What we can help with')}</h3>
          <p>
            {t(
              'The declaration, the kit, a payment that you made, or how to take part where you live.',
            )}
          </p>
        </div>
        <div className="grid gap-2">
          <h3>{t('What we cannot do')}</h3>
          <p>
            {t(
              'We issue no travel documents and give no advice on visas. Please ask your country’s passport office or the embassy of the country you want to visit.',
            )}
          </p>
        </div>
      </div>
    </section>
  );
}
