import { Field } from '../../../web/forms/Field.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import type { FormState } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { LONGEST_CONTENT } from '../core/message.rules.ts';
import type { Draft } from '../core/useDrafts.ts';

interface MessageFieldProps {
  send: FormState;
  draft: Draft;
  write: (change: Partial<Draft>) => void;
}

/** What a message is about. Nothing that is pasted is cut off; what is too long is said. */
export function SubjectField({ send, draft, write }: MessageFieldProps) {
  const t = useWords();
  const { subject } = send.errors;
  return (
    <Field label={t('Subject')} error={subject && t(subject)}>
      <TextInput
        name="subject"
        dir="auto"
        autoComplete="off"
        value={draft.subject}
        readOnly={send.isPending}
        onChange={(event) => write({ subject: event.target.value })}
      />
    </Field>
  );
}

interface ContentFieldProps extends MessageFieldProps {
  rows: number;
  label?: string;
  isFocused?: boolean;
}

/** What a member writes to another. */
export function ContentField(props: ContentFieldProps) {
  const { send, draft, write, rows, label, isFocused = false } = props;
  const t = useWords();
  const { content } = send.errors;
  return (
    <Field label={label ?? t('Message')} error={content && t(content)}>
      <TextArea
        name="content"
        dir="auto"
        rows={rows}
        characterLimit={LONGEST_CONTENT}
        className="max-h-96"
        // Where the person asked for this field with a button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        value={draft.content}
        readOnly={send.isPending}
        onChange={(event) => write({ content: event.target.value })}
      />
    </Field>
  );
}
