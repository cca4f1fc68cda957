import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Language } from '../../../shared/language.ts';
import { isolated } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { LAST_ONE, usePanel } from '../../../web/lists/panel/panel.ts';
import { PanelButton } from '../../../web/lists/panel/PanelButton.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import type { TriagedKind } from '../triage/triage.rules.ts';
import { LONGEST_REPLY, LONGEST_SUBJECT, type Replies, sendReply } from './reply.contract.ts';
import { useReplyDraft } from './useReplyDraft.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: words('They wrote in English.'),
  fr: words('They wrote in French.'),
};

interface ReplyFormProps {
  kind: TriagedKind;
  id: string;
  known: Pick<Replies, 'to' | 'subject' | 'replyTo'>;
  draftKey: string;
}

/** Subject and words of an answer. What is written stays, whatever is closed, until it is sent or thrown away. */
export function ReplyForm({ kind, id, known, draftKey }: ReplyFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { draft, write, clear } = useReplyDraft(draftKey);
  const subjectField = useRef<HTMLInputElement>(null);
  const panel = usePanel();
  const goesOn = useRef(false);
  const { to, replyTo } = known;
  const shown = draft ?? { subject: known.subject, text: '' };
  const form = useForm(sendReply, {
    params: { kind, id },
    fallback: words('Your reply could not be sent. Please try again.'),
    through: useRecentPassword(),
    onSuccess: ({ message }) => {
      clear();
      const isLast = goesOn.current && panel?.advance() === false;
      toast({ title: t(message), ...(isLast ? { description: t(LAST_ONE) } : {}) });
      void client.invalidateQueries();
    },
  });
  const { subject, text } = form.errors;

  async function throwAway() {
    const isSure =
      shown.text.trim() === '' ||
      (await confirm({
        title: t('Discard this draft?'),
        text: t('You will lose what you wrote.'),
        confirmLabel: t('Discard'),
        danger: true,
      }));
    if (!isSure) return;
    clear();
    subjectField.current?.focus();
  }

  return (
    <form {...form.form} className="grid gap-4">
      <FormErrors state={form} />
      <p className="[overflow-wrap:anywhere]">
        {t('To {name}, {email}.', { name: isolated(to.name), email: to.email })}{' '}
        {t(LANGUAGE_NAMES[to.language])} {t('Their reply goes to {email}.', { email: replyTo })}
      </p>
      <Field label={t('Subject')} error={subject ? t(subject) : undefined}>
        <TextInput
          ref={subjectField}
          name="subject"
          dir="auto"
          lang={to.language}
          autoComplete="off"
          maxLength={LONGEST_SUBJECT}
          value={shown.subject}
          onChange={(event) => write({ ...shown, subject: event.target.value })}
        />
      </Field>
      <Field
        label={t('Your reply')}
        hint={t('Their message is quoted below yours. Add your own greeting and signature.')}
        error={text ? t(text) : undefined}
      >
        <TextArea
          name="text"
          dir="auto"
          lang={to.language}
          rows={8}
          characterLimit={LONGEST_REPLY}
          value={shown.text}
          onChange={(event) => write({ ...shown, text: event.target.value })}
        />
      </Field>
      <div className="actions">
        {panel ? (
          <PanelButton
            type="submit"
            pending={form.isPending}
            pendingLabel={t('Sending...')}
            onClick={() => {
              goesOn.current = true;
            }}
          >
            {t('Send and next')}
          </PanelButton>
        ) : null}
        <Button
          type="submit"
          variant={panel ? 'secondary' : 'primary'}
          pending={form.isPending}
          pendingLabel={t('Sending...')}
          onClick={() => {
            goesOn.current = false;
          }}
        >
          {t('Send reply')}
        </Button>
        {draft ? <Button onClick={() => void throwAway()}>{t('Discard draft')}</Button> : null}
      </div>
    </form>
  );
}
