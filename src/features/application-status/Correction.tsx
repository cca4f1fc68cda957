import { useEffect, useRef } from 'react';
import { ApplicationFields } from '../application/ApplicationFields.tsx';
import { ApplicationData } from '../application/application.contract.ts';
import { useBirthDateProblem } from '../application/useBirthDateProblem.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { correctApplication } from './status.contract.ts';
import { fromForm } from '../../shared/form.ts';
import { NOTICE_VERSION } from '../../shared/notice.ts';
import { words } from '../../shared/words.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';

interface CorrectionProps {
  application: MyApplication;
  onDone: () => void;
  /** Absent where an administrator asked for the correction. */
  onCancel?: () => void;
}

const MUST_TICK = words(
  'Please tick the box to show that you understand what the kit is and is not',
);

/** The application's form with its present values. */
export function Correction({ application, onDone, onCancel }: CorrectionProps) {
  const t = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  const birthDateProblem = useBirthDateProblem();
  const mustTick = application.noticeVersion === null;
  const isOpened = onCancel !== undefined;
  // Opened by a button that is gone now.
  useEffect(() => {
    if (isOpened) title.current?.focus();
  }, [isOpened]);

  const isTicked = (form: FormData) => form.get('notice') !== null;
  const form = useForm(correctApplication, {
    params: { id: application.id },
    fallback: t('Please check your information and try again.'),
    read: (data) => ({
      applicationData: {
        ...typedIn(data),
        ...(isTicked(data) ? { noticeVersion: NOTICE_VERSION } : {}),
      },
    }),
    check: (data) => {
      const born = String(data.get('dateOfBirth') ?? '').trim();
      const problem = born && birthDateProblem(born, new Date());
      return {
        ...(problem ? { dateOfBirth: problem } : {}),
        ...(mustTick && !isTicked(data) ? { notice: MUST_TICK } : {}),
      };
    },
    onSuccess: ({ message }) => {
      toast({ title: t(message) });
      onDone();
    },
  });
  return (
    <form {...form.form} className="grid max-w-2xl gap-5" aria-labelledby="correction">
      <h2 id="correction" className="text-2xl" ref={title} tabIndex={-1}>
        {t('Your details')}
      </h2>
      <FormErrors state={form} />
      <ApplicationFields errors={form.errors} defaults={application.applicationData} />
      {mustTick ? (
        <Checkbox
          name="notice"
          label={t(
            'I understand that the kit is a campaign document: no state issues or recognises it, and I cannot travel or identify myself with it.',
          )}
          error={form.errors.notice ? t(form.errors.notice) : undefined}
        />
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {onCancel ? t('Save my details') : t('Send my details')}
        </Button>
        {onCancel ? <Button onClick={onCancel}>{t('Cancel')}</Button> : null}
      </div>
    </form>
  );
}

/** What was typed, without `wantsNews`: this form has no such field, so the stored answer stays. */
function typedIn(data: FormData) {
  const { wantsNews: _, ...typed } = fromForm(ApplicationData, data);
  return typed;
}
