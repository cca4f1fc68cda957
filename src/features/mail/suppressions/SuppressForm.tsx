import { type ChangeEvent, useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { addMailSuppressions } from './suppression.contract.ts';
import {
  addressesIn,
  LONGEST_PASTE,
  SUPPRESSION_LABELS,
  type SuppressionReason,
} from './suppression.rules.ts';
import { useFreshSuppressions } from './SuppressionList.tsx';

const TOO_LARGE = words('This file is larger than 500 KB. Please split it.');
const NO_TEXT = words('This file contains no text. Please save the list as CSV or text.');
const NOT_READ = words('This file could not be read.');

/** Unsubscribing is for the reader to do. */
const REASONS: readonly SuppressionReason[] = ['by hand', 'bounced', 'complaint'];

/** Takes one address, the lines that came back from mail servers, or a file of either, and asks before it is done. */
export function SuppressForm() {
  const t = useWords();
  const refresh = useFreshSuppressions();
  const confirm = useConfirm();
  const [lines, setLines] = useState('');
  const [result, setResult] = useState<AnswerOf<typeof addMailSuppressions>>();
  const add = useForm(addMailSuppressions, {
    fallback: t('The addresses could not be saved.'),
    through: useRecentPassword(),
    confirm: ({ addresses: pasted }) => {
      const found = addressesIn(pasted);
      // Of one that was typed there is nothing to look through; of none the server says so.
      if (found.addresses.length < 2) return Promise.resolve(true);
      const count = found.addresses.length;
      return confirm({
        title: t('Stop bulk email to {count, plural, other {# addresses}}?', { count }),
        text: <WhatIsFound {...found} />,
        confirmLabel: t('Stop bulk email'),
      });
    },
    onSuccess: (answer) => {
      setResult(answer);
      toast({ title: t('Addresses Saved'), description: t(answer.message) });
      setLines('');
      void refresh();
    },
    onFailure: (sentence) =>
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' }),
  });
  const { addresses, reason } = add.errors;

  return (
    <form {...add.form} className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={add} />
      <Field
        label={t('Addresses')}
        hint={t(
          'One per line. You can paste bounce messages from mail servers. We find the addresses in them.',
        )}
        error={addresses && t(addresses)}
      >
        <TextArea
          name="addresses"
          dir="ltr"
          rows={4}
          characterLimit={LONGEST_PASTE}
          spellCheck={false}
          value={lines}
          onChange={({ target }) => setLines(target.value)}
        />
      </Field>
      <AddressFile
        onText={(text) => setLines((before) => [before.trimEnd(), text].filter(Boolean).join('\n'))}
      />
      <Field label={t('Reason')} error={reason && t(reason)} className="max-w-xs">
        <Select
          name="reason"
          options={REASONS.map((value) => ({ value, label: t(SUPPRESSION_LABELS[value]) }))}
        />
      </Field>
      {result ? <Found result={result} /> : null}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={add.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Stop bulk email')}
        </Button>
      </div>
    </form>
  );
}

/** Reads a file's text, or says why it cannot. */
function AddressFile({ onText }: { onText: (text: string) => void }) {
  const t = useWords();

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const refuse = (sentence: string) =>
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
    if (file.size > LONGEST_PASTE) refuse(TOO_LARGE);
    else {
      try {
        const text = await file.text();
        if (text.includes('\0')) refuse(NO_TEXT);
        else onText(text);
      } catch (error) {
        // The browser's own word for a file that is gone or locked.
        if (!(error instanceof DOMException)) throw error;
        refuse(NOT_READ);
      }
    }
    target.value = '';
  }

  return (
    <Field
      label={t('Or choose a file')}
      hint={t(
        'A CSV or text file. Its lines are added to the field above, where you can check them.',
      )}
    >
      <TextInput
        type="file"
        accept=".csv,.txt,.log,.eml,text/plain,text/csv"
        onChange={(event) => void takeFile(event)}
      />
    </Field>
  );
}

const mostShown = 5;

/** What is about to be done, so that a wrong column or a wrong file is seen before. */
function WhatIsFound({ addresses, refused }: ReturnType<typeof addressesIn>) {
  const t = useWords();
  const left = addresses.length - mostShown;
  return (
    <div className="grid gap-3">
      <ul className="[overflow-wrap:anywhere]">
        {addresses.slice(0, mostShown).map((address) => (
          <li key={address}>{address}</li>
        ))}
        {left > 0 ? <li>{t('And {count} more.', { count: left })}</li> : null}
      </ul>
      {refused.length > 0 ? (
        <p>
          {t(
            '{count, plural, one {# line contains no address and is left out.} other {# lines contain no address and are left out.}}',
            { count: refused.length },
          )}
        </p>
      ) : null}
    </div>
  );
}

/** What was found in the lines, so that nobody believes of a line that it counts when it does not. */
function Found({ result }: { result: AnswerOf<typeof addMailSuppressions> }) {
  const t = useWords();
  const { added, known, refused } = result;
  return (
    <Notice role="status" tone={refused.length > 0 ? 'ochre' : 'leaf'}>
      <p>
        {t(
          words(
            '{count, plural, =0 {No new address.} one {# new address.} other {# new addresses.}}',
          ),
          {
            count: added,
          },
        )}{' '}
        {known > 0
          ? t('{count, plural, one {# was already there.} other {# were already there.}}', {
              count: known,
            })
          : null}
      </p>
      {refused.length > 0 ? (
        <>
          <p>{t('We found no address in these lines:')}</p>
          <ul className="hint [overflow-wrap:anywhere]">
            {refused.map((line, place) => (
              // Two lines may be the same, and they stay in their places.
              <li key={`${place} ${line}`}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  );
}
