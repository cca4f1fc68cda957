import { useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../shared/language.ts';
import { call } from '../../../web/api.ts';
import { Field } from '../../../web/ui/Field.tsx';
import { Select } from '../../../web/ui/Select.tsx';
import { useWords } from '../../../web/words.tsx';
import { type OwnAccount, setMailLanguage } from '../account.contract.ts';
import { SecuritySection } from './SecuritySection.tsx';
import { useSecurityDeed } from './useSecurityDeed.ts';

/** In which language the member is written to, whatever language the pages are read in. */
export function MailLanguage({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { run, isPending } = useSecurityDeed();
  // Until the server has it, and back when it is refused.
  const [wanted, setWanted] = useState<Language>();

  async function choose(language: Language) {
    // One at a time, so that what is shown is what the server has in the end.
    if (isPending) return;
    setWanted(language);
    const done = await run(() => call(setMailLanguage, { body: { language } }));
    if (!done) setWanted(undefined);
  }

  return (
    <SecuritySection title={t('Language of your mails')}>
      <Field
        label={t('We write to you in')}
        hint={t('The pages that you read here have a language of their own.')}
      >
        <Select
          value={wanted ?? account.mailLanguage}
          onChange={(event) => void choose(event.target.value as Language)}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </Select>
      </Field>
    </SecuritySection>
  );
}
