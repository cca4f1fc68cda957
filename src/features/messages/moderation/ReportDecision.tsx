import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isolated } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useRestoreFocus } from '../../../web/forms/useRestoreFocus.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_REASON } from '../../members/administrators/accounts.contract.ts';
import { type Report, resolveReport } from './moderation.contract.ts';
import { REPORT_OUTCOMES, type ReportOutcome } from '../reports/report.rules.ts';
import { usePartyName } from './ReportParty.tsx';

interface Choice {
  label: string;
  hint: string;
  /** What the words are for. */
  words: string;
  wordsHint: string;
  title: string;
  text: string;
  confirmLabel: string;
}

const CHOICES: Readonly<Record<ReportOutcome, Choice>> = {
  dismissed: {
    label: words('Dismiss the report'),
    hint: words('The member is not affected.'),
    words: words('Note'),
    wordsHint: words('For administrators only. The member never sees it.'),
    title: words('Dismiss this report?'),
    text: words('{name} will not be notified.'),
    confirmLabel: words('Dismiss'),
  },
  warned: {
    label: words('Warn the member'),
    hint: words('They get an email with your message.'),
    words: words('Your message to the member'),
    wordsHint: words('Do not say who reported it.'),
    title: words('Warn this member?'),
    text: words('{name} gets an email with your message. The account stays open.'),
    confirmLabel: words('Warn'),
  },
  suspended: {
    label: words('Suspend the member'),
    hint: words('They are logged out at once and get an email with your message.'),
    words: words('Your message to the member'),
    wordsHint: words('Do not say who reported it.'),
    title: words('Suspend this account?'),
    text: words(
      '{name} is logged out everywhere at once, can no longer log in, and gets an email with your message.',
    ),
    confirmLabel: words('Suspend'),
  },
};

/** Decides about one report; unfolded, as a page of reports is read first. */
export function ReportDecision({ report }: { report: Report }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const place = useRestoreFocus(isOpen);
  return (
    <div ref={place}>
      {isOpen ? (
        <DecisionForm report={report} onBack={() => setOpen(false)} />
      ) : (
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{t('Decide...')}</Button>
        </div>
      )}
    </div>
  );
}

function DecisionForm({ report, onBack }: { report: Report; onBack: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const nameOf = usePartyName();
  const [outcome, setOutcome] = useState<ReportOutcome>();
  const [isTyped, setTyped] = useState(false);
  useUnsavedWarning(isTyped);
  const form = useForm(resolveReport, {
    params: { id: report.id },
    fallback: words('The report could not be closed. Please try again.'),
    through: useRecentPassword(),
    confirm: (body) => {
      const { title, text, confirmLabel } = CHOICES[body.outcome];
      return confirm({
        title: t(title),
        text: t(text, { name: isolated(nameOf(report.reported)) }),
        confirmLabel: t(confirmLabel),
        danger: body.outcome === 'suspended',
      });
    },
    onSuccess: ({ message }) => {
      toast({ title: t('Done'), description: t(message) });
      void client.invalidateQueries();
    },
  });
  const chosen = outcome && CHOICES[outcome];
  const isGone = report.reported.email === null;
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid max-w-3xl gap-5">
      <FormErrors state={form} />
      <RadioGroup
        label={t('What do you want to do?')}
        name="outcome"
        error={error('outcome')}
        {...(isGone
          ? { hint: t('This member has deleted their account. You can only dismiss the report.') }
          : {})}
        onChange={(value) => setOutcome(REPORT_OUTCOMES.find((one) => one === value))}
        choices={REPORT_OUTCOMES.map((value) => ({
          value,
          label: t(CHOICES[value].label),
          hint: <span className="block">{t(CHOICES[value].hint)}</span>,
          disabled: isGone && value !== 'dismissed',
        }))}
      />
      {chosen ? (
        <Field
          label={t(chosen.words)}
          hint={t(chosen.wordsHint)}
          required={outcome !== 'dismissed'}
          error={error('resolution')}
        >
          <TextArea
            name="resolution"
            rows={4}
            maxLength={LONGEST_REASON}
            onInput={(event) => setTyped(event.currentTarget.value.trim() !== '')}
          />
        </Field>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant={outcome === 'suspended' ? 'danger' : 'primary'}
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {chosen ? t(chosen.label) : t('Decide')}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}
