import { useState } from 'react';
import { call } from '../../../web/api.ts';
import { Switch } from '../../../web/forms/Switch.tsx';
import { useWords } from '../../../web/words.tsx';
import { type OwnAccount, setMailLanguage, setMessageMail } from './account.contract.ts';
import { SecuritySection, useSecurityAction } from './SecuritySection.tsx';

import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';

/** Whether a mail says that messages wait. */
export function MailSettings({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { run, isPending } = useSecurityAction();
  // Until the server has it: the switch moves with the finger, and back when it is refused.
  const [wanted, setWanted] = useState<boolean>();

  async function set(messageMail: boolean) {
    // One at a time, so that what the switch shows is what the server has in the end.
    if (isPending) return;
    setWanted(messageMail);
    const done = await run(() => call(setMessageMail, { body: { messageMail } }));
    if (!done) setWanted(undefined);
  }

  return (
    <SecuritySection title={t('Emails about messages')}>
      <Switch
        label={t('Email me about unread messages')}
        hint={t('One email for all of them, and none while you are here.')}
        checked={wanted ?? account.messageMail}
        onChange={(event) => void set(event.target.checked)}
      />
    </SecuritySection>
  );
}

/** In which language the member is written to, whatever language the pages are read in. */
export function MailLanguage({ account }: { account: OwnAccount }) {
  const t = useWords();
  const { run, isPending } = useSecurityAction();
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
    <SecuritySection title={t('Email language')}>
      <Field
        label={t('We write to you in')}
        hint={t('This does not change the language of the site.')}
      >
        <Select
          value={wanted ?? account.mailLanguage}
          onChoose={(language) => void choose(language)}
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
