import { words } from '../../../shared/words.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import type { Message } from '../core/message.contract.ts';
import { useNameOf } from '../core/MemberName.tsx';
import { LONGEST_NOTE, reportMessage } from './report.contract.ts';
import { REPORT_REASONS, type ReportReason } from './report.rules.ts';

const REASONS: Readonly<Record<ReportReason, string>> = {
  spam: words('Unwanted advertising'),
  harassment: words('Insults, threats or harassment'),
  impersonation: words('Someone pretending to be another person'),
  scam: words('An attempt to get money or private information'),
  other: words('Something else'),
};

interface ReportDialogProps {
  message: Message;
  open: boolean;
  onClose: () => void;
}

/** Shows a message to the administrators, with a reason and a note. */
export function ReportDialog({ message, open, onClose }: ReportDialogProps) {
  const t = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={t('Report this message')} keepsInput>
      <ReportForm message={message} onClose={onClose} />
    </Dialog>
  );
}

function ReportForm({ message, onClose }: Omit<ReportDialogProps, 'open'>) {
  const t = useWords();
  const nameOf = useNameOf();
  const report = useForm(reportMessage, {
    fallback: t('The message could not be reported. Please try again.'),
    params: { id: message.id },
    through: useWithLogin(),
    onSuccess: (said) => {
      onClose();
      toast({ title: t('Message reported'), description: t(said.message) });
    },
  });
  const { reason, note } = report.errors;
  return (
    <form {...report.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={report} />
      <p>
        {t(
          'An administrator will read this message and your note. {name} will not see who reported it.',
          { name: nameOf(message.sender) },
        )}
      </p>
      <RadioGroup
        label={t('What is wrong with it?')}
        name="reason"
        choices={REPORT_REASONS.map((value) => ({ value, label: t(REASONS[value]) }))}
        error={reason && t(reason)}
      />
      <Field label={t('Anything else we should know')} required={false} error={note && t(note)}>
        <TextArea name="note" dir="auto" rows={3} characterLimit={LONGEST_NOTE} />
      </Field>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={report.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Report')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
