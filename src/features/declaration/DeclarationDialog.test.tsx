import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PAUSED } from '../../shared/pause.ts';
import { PausedContext } from '../../web/paused.tsx';
import { complaintsIn } from '../../web/testing.complaints.ts';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { Toaster } from '../../web/ui/toast.tsx';
import { signDeclaration } from './declaration.contract.ts';
import { DeclarationDialog } from './DeclarationDialog.tsx';
import { DeclarationText } from './DeclarationText.tsx';

const message = 'Thank you for signing the Unity Declaration.';
const taken = answers(signDeclaration, { message, shareCode: 'abcd2345' });

function Page({ isToConfirm }: { isToConfirm?: boolean }) {
  const [open, setOpen] = useState(false);
  const [signatures, setSignatures] = useState(41);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Sign
      </button>
      <DeclarationDialog
        open={open}
        onClose={() => setOpen(false)}
        onSigned={() => setSignatures(signatures + 1)}
        publicUrl="https://oneafrica.example"
        signatures={signatures}
        isToConfirm={isToConfirm}
        filled={undefined}
      >
        <DeclarationText />
      </DeclarationDialog>
      <Toaster />
    </>
  );
}

const openIt = () => userEvent.click(screen.getByRole('button', { name: 'Sign' }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const agreement = 'I have read the Unity Declaration and I sign it.';
const submit = () =>
  userEvent.click(screen.getByRole('button', { name: /^(Sign the|Submitting)/ }));

async function fillIn() {
  await userEvent.type(field('Full name'), 'Awa Diop');
  await userEvent.type(field('Email'), 'awa@example.org');
  await userEvent.type(screen.getByRole('combobox', { name: 'Country' }), 'Seneg');
  await userEvent.click(screen.getByRole('option', { name: 'Senegal' }));
  await userEvent.click(field(agreement));
}

afterEach(() => vi.unstubAllGlobals());

describe('the Unity Declaration', () => {
  test('says by whose link its reader came, beside the body that is specified', async () => {
    history.replaceState(null, '', '/?lang=en&by=abcd2345&utm_source=radio');
    const log = serve(taken);
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    await screen.findByText('Declaration Signed!');
    expect(String(log[0]?.query)).toBe('by=abcd2345&utm_source=radio');
    history.replaceState(null, '', '/');
  });

  test('is signed: a toast, then the thanks with the number of names, a way to share and a Close button', async () => {
    const log = serve(taken);
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Declaration Signed!')).toBeTruthy();
    expect(log[0]?.body).toEqual({
      fullName: 'Awa Diop',
      email: 'awa@example.org',
      country: 'Senegal',
      agreeToDeclaration: true,
      wantsNews: false,
    });
    const thanks = screen.getByRole('dialog', { name: 'Thank you' });
    expect(thanks.textContent).toContain('Thank you, Awa.');
    expect(thanks.textContent).toContain('42 people have now signed the declaration.');
    expect(document.activeElement?.textContent).toBe('Thank you');
    // Below the words; the dialog's bar and the toast have a button of that name too.
    const words = within(thanks.querySelector('.dialog-body') as HTMLElement);
    const whatsApp = words.getByRole('link', { name: /^Share on WhatsApp/ });
    expect(decodeURIComponent(whatsApp.getAttribute('href') ?? '')).toContain(
      'https://oneafrica.example/?by=abcd2345',
    );
    expect(words.getByRole('button', { name: 'Copy link' })).toBeTruthy();
    await userEvent.click(words.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that is to be confirmed counts nothing yet, and says what is left', async () => {
    serve(taken);
    render(<Page isToConfirm />);
    await openIt();
    await fillIn();
    await submit();
    const thanks = await screen.findByRole('dialog', { name: 'Thank you' });
    const [first] = within(thanks).getAllByRole('heading', { level: 3 });
    expect(first?.textContent).toBe('One thing left: confirm your email');
    expect(thanks.textContent).toContain('Thank you, Awa.');
    expect(thanks.textContent).toContain('the link we sent to awa@example.org.');
    expect(thanks.textContent).toContain('Senegal Your thread');
    expect(thanks.textContent).toContain(
      'have confirmed. Confirm yours and you’ll be counted too.',
    );
    expect(thanks.textContent).not.toContain('have now signed the declaration');
  });

  test('leads from a mistyped address back to the form, with everything that was typed', async () => {
    serve(taken);
    render(<Page isToConfirm />);
    await openIt();
    await fillIn();
    await submit();
    await userEvent.click(await screen.findByRole('link', { name: 'Correct the address' }));
    expect(document.activeElement).toBe(field('Email'));
    expect(field('Full name').value).toBe('Awa Diop');
    expect(field(agreement).checked).toBe(true);
    await userEvent.clear(field('Email'));
    await userEvent.type(field('Email'), 'awa.diop@example.org');
    await submit();
    const thanks = await screen.findByRole('dialog', { name: 'Thank you' });
    expect(thanks.textContent).toContain('the link we sent to awa.diop@example.org.');
  });

  test('sends the email again twice a day, each time with the share link that counts now', async () => {
    const log = serve(inTurn(taken, answers(signDeclaration, { message, shareCode: 'wxyz6789' })));
    render(<Page isToConfirm />);
    await openIt();
    await fillIn();
    await submit();
    const again = await screen.findByRole('button', { name: 'Send it again' });
    await userEvent.click(again);
    expect(await screen.findByText(/^We sent a new email\./)).toBeTruthy();
    expect(field('Your share link').value).toBe('https://oneafrica.example/?by=wxyz6789');
    await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
    expect(await screen.findByText(/That was the last one for today\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
    expect(log.map(({ body }) => body)).toEqual(Array(3).fill(log[0]?.body));
  });

  test('says why the email was not sent again, and lets one try once more', async () => {
    serve(taken);
    render(<Page isToConfirm />);
    await openIt();
    await fillIn();
    await submit();
    serve(refuses(signDeclaration, 503, { message: 'We are away for a moment.' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send it again' }));
    expect(await screen.findByText('We are away for a moment.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send it again' })).toBeTruthy();
  });

  test('once signed and closed is empty for the next person', async () => {
    serve(taken);
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    await screen.findByRole('dialog', { name: 'Thank you' });
    await userEvent.keyboard('{Escape}');
    await openIt();
    expect(screen.getByRole('dialog', { name: 'Unity Declaration' })).toBeTruthy();
    expect(field('Full name').value).toBe('');
    expect(field('Country').value).toBe('');
    expect(field(agreement).checked).toBe(false);
  });

  test.each([
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('closed by %s keeps every word, asks nothing and has them again', async (_how, close) => {
    render(<Page />);
    await openIt();
    await fillIn();
    await close();
    expect(screen.queryByRole('dialog')).toBeNull();
    await openIt();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Full name').value).toBe('Awa Diop');
    expect(field('Country').value).toBe('Senegal');
    expect(field(agreement).checked).toBe(true);
  });

  test('that is refused keeps every word and says why', async () => {
    serve(refuses(signDeclaration, 503, { message: 'We are away for a moment.' }));
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Error Signing Declaration')).toBeTruthy();
    expect(field('Full name').value).toBe('Awa Diop');
  });

  test('that fails without a word from the server asks to try again', async () => {
    serve({ endpoint: signDeclaration, reply: () => ({ status: 502, body: 'Bad gateway' }) });
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Error Signing Declaration')).toBeTruthy();
    expect(screen.getAllByText('Failed to sign declaration. Please try again.')).toHaveLength(2);
  });

  test('is above its form in five points, asks for name, email and country, and has a box to agree', async () => {
    render(<Page />);
    await openIt();
    expect(screen.getByText(/^We, people of Africa and of African descent/)).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    const form = field('Full name').form;
    const labels = [...(form?.querySelectorAll('label') ?? [])].map((label) => label.textContent);
    // After them only the trap for programs.
    expect(labels.slice(0, 5)).toEqual([
      'Full name',
      'Email',
      'Country',
      agreement,
      'Send me news of the campaign (optional)',
    ]);
  });

  test('that is not filled in names every missing answer and sends nothing', async () => {
    const log = serve(taken);
    render(<Page />);
    await openIt();
    await submit();
    expect(complaintsIn(document.body)).toEqual([
      'Full name is required',
      'Valid email is required',
      'Country is required',
      'You must agree to the declaration to sign',
    ]);
    expect(log).toEqual([]);
  });

  test('closed while it was being signed thanks whoever opens it again', async () => {
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void (answer = resolve)));
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(screen.getByRole('button', { name: 'Submitting...' }).ariaDisabled).toBe('true');
    await userEvent.keyboard('{Escape}');
    await act(async () =>
      answer(new Response(JSON.stringify({ message, shareCode: 'abcd2345' }), { status: 201 })),
    );
    expect(await screen.findByText('Declaration Signed!')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await openIt();
    expect(screen.getByRole('dialog', { name: 'Thank you' })).toBeTruthy();
  });
});

describe('while signing is paused', () => {
  const pausedPage = (signing: string) =>
    render(
      <PausedContext value={{ signing }}>
        <Page />
      </PausedContext>,
    );

  test('the reason is shown above the form', async () => {
    pausedPage('Back on Monday.');
    await openIt();
    expect(screen.getByText('Back on Monday.').closest('form')).toBeTruthy();
  });

  test('a signature is refused with the words, and what was typed stays', async () => {
    serve(refuses(signDeclaration, 409, { message: 'Back on Monday.', reason: 'paused' }));
    pausedPage('');
    await openIt();
    expect(screen.getByText(PAUSED)).toBeTruthy();
    await fillIn();
    await submit();
    expect((await screen.findAllByText('Back on Monday.')).length).toBeGreaterThan(0);
    expect(field('Full name').value).toBe('Awa Diop');
    expect(field(agreement).checked).toBe(true);
  });
});
