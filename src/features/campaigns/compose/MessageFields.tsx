import { Field } from '../../../web/forms/Field.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_MAIL_MESSAGE, LONGEST_MAIL_SUBJECT } from '../drafts/draft.contract.ts';
import type { Message } from './useMailDraft.ts';

interface LetterFieldsProps {
  draft: Message;
  write: (change: Partial<Message>) => void;
  errors: Record<string, string>;
  /** Whether it can say the name of each reader. */
  hasFields?: boolean;
}

/** How the text of a mail is written. */
export function MessageHint({ hasFields }: { hasFields: boolean }) {
  const t = useWords();
  return (
    <>
      {t(
        'Leave an empty line to start a new paragraph. Addresses that start with https:// become links.',
      )}
      {hasFields ? (
        <>
          {' '}
          {t(
            'To greet people by name, write {first} or {full}. The word after | is for people whose name we do not have.',
            { first: `{firstName|${t('friend')}}`, full: `{name|${t('friend')}}` },
          )}
        </>
      ) : null}
    </>
  );
}

/** What a mail says. */
export function MessageFields({ draft, write, errors, hasFields = false }: LetterFieldsProps) {
  const t = useWords();
  const { subject, message } = errors;
  return (
    <>
      <Field label={t('Subject')} error={subject && t(subject)}>
        <TextInput
          name="subject"
          dir="auto"
          autoComplete="off"
          maxLength={LONGEST_MAIL_SUBJECT}
          value={draft.subject}
          onChange={({ target }) => write({ subject: target.value })}
        />
      </Field>
      <Field
        label={t('Message')}
        hint={<MessageHint hasFields={hasFields} />}
        error={message && t(message)}
      >
        <TextArea
          name="message"
          dir="auto"
          rows={10}
          characterLimit={LONGEST_MAIL_MESSAGE}
          value={draft.message}
          onChange={({ target }) => write({ message: target.value })}
        />
      </Field>
    </>
  );
}
