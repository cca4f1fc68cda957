import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../shared/words.ts';
import { TextField } from '../../web/fields/TextField.tsx';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { createDonationLink, listDonationLinks, MISSING } from './donation-link.contract.ts';
import { donationAddress, hostOf, isKnownService } from './donation-link.rules.ts';

/** A link being added; visitors see it at once. */
export function LinkForm() {
  const t = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const form = useForm(createDonationLink, {
    fallback: words('Failed to create donation link.'),
    through: useRecentPassword(),
    // A new link is always on the page.
    read: (inputs) => ({ name: inputs.get('name'), url: inputs.get('url') }),
    onRefused: (errors) => {
      if (!Object.values(errors).includes(MISSING)) return;
      const title = t('Missing Information');
      toast({ title, description: t(MISSING), variant: 'destructive' });
    },
    onSuccess: ({ message }, _body, inputs) => {
      toast({ title: t('Donation Link Created'), description: t(message) });
      inputs.reset();
      setTyped('');
      void client.invalidateQueries({ queryKey: [listDonationLinks.name] });
    },
    onFailure: (sentence) =>
      toast({ title: t('Creation Failed'), description: t(sentence), variant: 'destructive' }),
  });
  return (
    <form {...form.form} className="grid max-w-xl gap-5">
      <FormErrors state={form} />
      <TextField
        of={form}
        name="name"
        label={t('Name')}
        hint={t('Visitors will see this, such as the name of the service.')}
        autoComplete="off"
        maxLength={100}
      />
      <TextField
        of={form}
        name="url"
        label={t('URL')}
        hint={t('The full address of the donation page, starting with https://')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        onChange={(event) => setTyped(event.target.value)}
      />
      <StrangeHost typed={typed} />
      <p className="hint">
        {t('Visitors will see the link at once. Every administrator gets an email about it.')}
      </p>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Add donation link')}
        </Button>
      </div>
    </form>
  );
}

/** Warns about a host that we do not know: a look-alike differs by a letter. */
function StrangeHost({ typed }: { typed: string }) {
  const t = useWords();
  const address = donationAddress(typed.trim());
  const host = address === undefined ? undefined : hostOf(address);
  // The live region exists before, so that a screen reader announces its text.
  return (
    <div role="status">
      {host === undefined || isKnownService(host) ? null : (
        <Notice>
          <p className="[overflow-wrap:anywhere]">
            {t(
              'Visitors will be sent to {host}, which is not a donation service we know. Check it letter by letter.',
              { host },
            )}
          </p>
        </Notice>
      )}
    </div>
  );
}
