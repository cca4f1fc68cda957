import { Checkbox } from '../forms/Checkbox.tsx';
import type { FormPart } from '../forms/useForm.ts';
import { useWords } from '../words.tsx';

/** Consent to news of the campaign: optional, and never ticked for anyone. */
export function NewsCheckbox({ of }: { of: FormPart }) {
  const t = useWords();
  return (
    <Checkbox
      name="wantsNews"
      label={t('Send me news of the campaign (optional)')}
      defaultChecked={Boolean(of.filled.wantsNews)}
    />
  );
}
