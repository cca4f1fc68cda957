import { type FormEvent, useState } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { type Language, LANGUAGE_NAMES } from '../../../shared/language.ts';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { labelsOf } from '../../../web/forms/ErrorSummary.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import { MessageHint } from '../compose/MessageFields.tsx';
import { MailPreview, usePreview } from '../compose/MailPreview.tsx';
import { LONGEST_MAIL_MESSAGE, LONGEST_MAIL_SUBJECT } from '../drafts/draft.contract.ts';
import { useSaveMails } from './useWelcomeChanges.ts';
import {
  NO_WAIT,
  saveWelcomeSeries,
  type WelcomeMail,
  type WelcomeSeries,
} from './welcome.contract.ts';

interface Text {
  subject: string;
  message: string;
}
interface Entries {
  waitDays: string;
  en: Text;
  fr: Text;
}

const EMPTY: Text = { subject: '', message: '' };
const usualWait = (index: number) => (index === 0 ? 1 : 3);

const entriesOf = (mail: WelcomeMail | undefined, index: number): Entries => ({
  waitDays: String(mail?.waitDays ?? usualWait(index)),
  en: mail?.texts.en ?? EMPTY,
  fr: mail?.texts.fr ?? EMPTY,
});

const isWritten = ({ subject, message }: Text) => subject.trim() !== '' || message.trim() !== '';

const mailOf = ({ waitDays, en, fr }: Entries): WelcomeMail => ({
  waitDays: waitDays.trim() === '' ? Number.NaN : Number(waitDays),
  texts: { en, ...(isWritten(fr) ? { fr } : {}) },
});

interface WelcomeMailFormProps {
  series: WelcomeSeries;
  /** Of the mail in the series; that of its end adds one. */
  index: number;
  onClose: () => void;
}

/** One mail of the series in each language, with its preview. */
export function WelcomeMailForm({ series, index, onClose }: WelcomeMailFormProps) {
  const t = useWords();
  const [entries, setEntries] = useState(() => entriesOf(series.mails[index], index));
  const [seen, setSeen] = useState(series.version);
  const [refused, setRefused] = useState({
    errors: {} as Record<string, string>,
    labels: {} as Record<string, string>,
    attempt: 0,
  });
  const [isTouched, setTouched] = useState(false);
  useUnsavedWarning(isTouched);
  const save = useSaveMails(series, onClose);
  const preview = usePreview(entries.en, 'news');
  const isOutdated = series.version !== seen;
  const number = index + 1;

  function write(change: Partial<Entries>) {
    setEntries((now) => ({ ...now, ...change }));
    setTouched(true);
    if (Object.keys(refused.errors).length > 0) setRefused((now) => ({ ...now, errors: {} }));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const mails = [...series.mails];
    mails[index] = mailOf(entries);
    const body = { mails, version: seen };
    const errors = errorsHere(errorsOf(saveWelcomeSeries.body, body), index);
    const labels = labelsOf(event.currentTarget);
    setRefused(({ attempt }) => ({ errors, labels, attempt: attempt + 1 }));
    if (Object.keys(errors).length === 0) void save.run(body);
  }

  return (
    <form
      method="dialog"
      noValidate
      aria-label={t('Email {number}', { number })}
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <h3 className="text-[1.125rem]">{t('Email {number}', { number })}</h3>
      {isOutdated ? (
        <Conflict
          saved={savedIn(series.mails[index])}
          onGoOn={() => setSeen(series.version)}
          onTakeTheirs={() => {
            setSeen(series.version);
            setEntries(entriesOf(series.mails[index], index));
            setTouched(false);
          }}
        />
      ) : null}
      <FormErrors state={{ ...refused, isPending: save.isPending, failure: undefined }} />
      <Field
        label={
          index === 0
            ? t('Days after the confirmation')
            : t('Days after email {number}', { number: index })
        }
        error={refused.errors.waitDays && t(refused.errors.waitDays)}
        className="max-w-xs"
      >
        <TextInput
          name="waitDays"
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={entries.waitDays}
          onChange={({ target }) => write({ waitDays: target.value })}
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-2">
        <TextFields
          language="en"
          text={entries.en}
          errors={refused.errors}
          onWrite={(en) => write({ en })}
        />
        <TextFields
          language="fr"
          hint={t('Without a French text, French readers get the English one.')}
          text={entries.fr}
          errors={refused.errors}
          onWrite={(fr) => write({ fr })}
        />
      </div>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save email {number}', { number })}
        </Button>
        <Button onClick={preview.open}>{t('Preview')}</Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
      <MailPreview
        open={preview.isOpen}
        onClose={preview.close}
        template="news"
        letter={entries.en}
        translations={isWritten(entries.fr) ? { fr: entries.fr } : {}}
      />
    </form>
  );
}

interface TextFieldsProps {
  language: Language;
  hint?: string;
  text: Text;
  errors: Record<string, string>;
  onWrite: (text: Text) => void;
}

function TextFields({ language, hint, text, errors, onWrite }: TextFieldsProps) {
  const t = useWords();
  const [subject, message] = [errors[`${language}.subject`], errors[`${language}.message`]];
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <legend className="mb-3 bold">
        <span lang={language}>{LANGUAGE_NAMES[language]}</span>
      </legend>
      <Field label={t('Subject')} error={subject && t(subject)}>
        <TextInput
          name={`${language}.subject`}
          lang={language}
          autoComplete="off"
          maxLength={LONGEST_MAIL_SUBJECT}
          value={text.subject}
          onChange={({ target }) => onWrite({ ...text, subject: target.value })}
        />
      </Field>
      <Field label={t('Message')} hint={<MessageHint hasFields />} error={message && t(message)}>
        <TextArea
          name={`${language}.message`}
          lang={language}
          rows={10}
          characterLimit={LONGEST_MAIL_MESSAGE}
          value={text.message}
          onChange={({ target }) => onWrite({ ...text, message: target.value })}
        />
      </Field>
      {hint ? <p className="hint">{hint}</p> : null}
    </fieldset>
  );
}

/** The sentences of the contract about this mail, by the name of the input. */
function errorsHere(errors: Record<string, string>, index: number): Record<string, string> {
  const place = `mails.${index}.`;
  const here = Object.entries(errors).flatMap(([path, sentence]) => {
    if (path.startsWith(place))
      return [[path.slice(place.length).replace('texts.', ''), sentence] as const];
    return sentence === NO_WAIT ? [['waitDays', sentence] as const] : [];
  });
  return Object.fromEntries(here);
}

/** What someone else has saved meanwhile. */
function savedIn(mail: WelcomeMail | undefined) {
  const { en, fr } = mail?.texts ?? {};
  return [
    { label: LANGUAGE_NAMES.en, value: en ? `${en.subject}\n${en.message}` : '–', lang: 'en' },
    { label: LANGUAGE_NAMES.fr, value: fr ? `${fr.subject}\n${fr.message}` : '–', lang: 'fr' },
  ];
}
