import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ContentProvider } from '../../web/content.tsx';
import { complaintsIn } from '../../web/testing.complaints.ts';
import { answers, refuses, serve } from '../../web/testing.fetch.ts';
import { Toaster } from '../../web/ui/toast.tsx';
import { applyToVolunteer } from './volunteer.contract.ts';
import { VolunteerDialog } from './VolunteerDialog.tsx';

const message = 'Thank you for offering your time.';
const taken = answers(applyToVolunteer, { message });

function Page({ onClose = () => {} }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Volunteer
      </button>
      <VolunteerDialog
        open={open}
        onClose={() => {
          onClose();
          setOpen(false);
        }}
        filled={undefined}
      />
      <Toaster />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Volunteer Application' });
const openIt = () => userEvent.click(screen.getByRole('button', { name: 'Volunteer' }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => userEvent.click(screen.getByRole('button', { name: /^Submit/ }));

async function fillIn() {
  await userEvent.type(field('First name'), 'Awa');
  await userEvent.type(field('Last name'), 'Diop');
  await userEvent.type(field('Email'), 'awa@example.org');
  await userEvent.type(screen.getByRole('combobox', { name: 'Country' }), 'Seneg');
  await userEvent.click(screen.getByRole('option', { name: 'Senegal' }));
  await userEvent.type(field('Skills'), 'Translation');
  await userEvent.selectOptions(field('Availability'), 'Project-based');
  await userEvent.type(field('Motivation'), 'One cloth.');
}

afterEach(() => vi.unstubAllGlobals());

describe('the volunteer application', () => {
  test('has two sections, says what may be left out, and has Cancel and Submit Application', async () => {
    render(<Page />);
    await openIt();
    expect(dialog()?.dataset.size).toBe('3xl');
    const person = screen.getByRole('group', { name: 'Personal Information' });
    const labels = (group: HTMLElement) =>
      [...group.querySelectorAll('label')].map((label) => label.textContent);
    expect(labels(person)).toEqual(['First name', 'Last name', 'Email', 'Phone', 'Country']);
    const volunteer = screen.getByRole('group', { name: 'Volunteer Information' });
    expect(labels(volunteer)).toEqual([
      'Skills',
      'Experience',
      'Availability',
      'Motivation',
      'Send me news of the campaign (optional)',
    ]);
    const optional = screen.getAllByText('optional');
    expect(optional.map((one) => one.previousSibling?.textContent)).toEqual([
      'Phone',
      'Experience',
    ]);
    const choices = within(field('Availability')).getAllByRole('option');
    expect(choices.map((choice) => choice.textContent)).toEqual([
      'Choose your availability',
      'Part-time (1-5 hours/week)',
      'Part-time (6-10 hours/week)',
      'Part-time (11-20 hours/week)',
      'Full-time (20+ hours/week)',
      'Project-based',
      'Event-based only',
      'Flexible as needed',
    ]);
    expect(field('Send me news of the campaign (optional)').checked).toBe(false);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Submit Application' })).toBeTruthy();
  });

  test('shows the published text above the questions, and none when it was hidden', async () => {
    const page = (intro: string) => (
      <ContentProvider content={{ 'volunteer.intro': intro }}>
        <VolunteerDialog open onClose={() => {}} filled={undefined} />
      </ContentProvider>
    );
    const { rerender } = render(page('We meet on Fridays.'));
    expect(screen.getByText('We meet on Fridays.')).toBeTruthy();
    rerender(page('-'));
    expect(screen.queryByText('-')).toBeNull();
    expect(screen.queryByText(/runs on people/)).toBeNull();
  });

  test('that is not filled in names every missing answer, takes the focus there and sends nothing', async () => {
    const log = serve(taken);
    render(<Page />);
    await openIt();
    await submit();
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    expect(complaintsIn(document.body)).toEqual([
      'Please enter your first name',
      'Please enter your last name',
      'Please enter a valid email address',
      'Please choose your country from the list',
      'Please tell us what you are good at',
      'Please choose your availability from the list',
      'Please tell us why you want to volunteer',
    ]);
    expect(field('Skills').getAttribute('aria-invalid')).toBe('true');
    expect(log).toEqual([]);
  });

  test('is sent without what was left empty; the toast says so, the dialog closes and is empty again', async () => {
    const log = serve(taken);
    const closed = vi.fn();
    render(<Page onClose={closed} />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Application Submitted Successfully!')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(closed).toHaveBeenCalledOnce();
    expect(dialog()).toBeNull();
    expect(log.map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/volunteer',
        {
          firstName: 'Awa',
          lastName: 'Diop',
          email: 'awa@example.org',
          country: 'Senegal',
          skills: 'Translation',
          availability: 'Project-based',
          motivation: 'One cloth.',
          wantsNews: false,
        },
      ],
    ]);
    await openIt();
    for (const label of ['First name', 'Email', 'Country', 'Skills', 'Availability', 'Motivation'])
      expect(field(label).value, label).toBe('');
  });

  test('that is refused keeps every word and says why, in a toast and beside the form', async () => {
    serve(refuses(applyToVolunteer, 503, { message: 'We are away for a moment.' }));
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Failed to Submit Application')).toBeTruthy();
    const said = screen.getAllByText('We are away for a moment.');
    expect(said.some((text) => text.closest('form'))).toBe(true);
    expect(dialog()).toBeTruthy();
    expect(field('Motivation').value).toBe('One cloth.');
    expect(field('Availability').value).toBe('Project-based');
  });

  test('that fails without a word from the server asks to check the information', async () => {
    serve({ endpoint: applyToVolunteer, reply: () => ({ status: 502, body: 'Bad gateway' }) });
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Failed to Submit Application')).toBeTruthy();
    expect(
      screen.getAllByText('Please check your information and try again.').length,
    ).toBeGreaterThan(0);
  });

  test('says Submitting... while it is on its way, and is sent once however often it is pressed', async () => {
    let answer: (response: Response) => void = () => {};
    const sent = vi.fn(() => new Promise<Response>((resolve) => void (answer = resolve)));
    vi.stubGlobal('fetch', sent);
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    const button = screen.getByRole('button', { name: 'Submitting...' });
    await userEvent.click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(sent).toHaveBeenCalledOnce();
    await act(async () => answer(new Response(JSON.stringify({ message }), { status: 201 })));
    expect(await screen.findByText('Application Submitted Successfully!')).toBeTruthy();
  });

  test('that was closed while it was on its way closes nothing else, and is empty when it was taken', async () => {
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void (answer = resolve)));
    const closed = vi.fn();
    render(<Page onClose={closed} />);
    await openIt();
    await fillIn();
    await submit();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(closed).toHaveBeenCalledOnce();
    await act(async () => answer(new Response(JSON.stringify({ message }), { status: 201 })));
    expect(await screen.findByText('Application Submitted Successfully!')).toBeTruthy();
    expect(closed).toHaveBeenCalledOnce();
    await openIt();
    expect(field('First name').value).toBe('');
  });

  test.each([
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('closed by %s keeps every word for the next time', async (_how, close) => {
    render(<Page />);
    await openIt();
    await fillIn();
    await close();
    expect(dialog()).toBeNull();
    await openIt();
    expect(field('First name').value).toBe('Awa');
    expect(field('Country').value).toBe('Senegal');
    expect(field('Availability').value).toBe('Project-based');
    expect(field('Motivation').value).toBe('One cloth.');
  });

  test('that came back without scripts is open with its words and what was wrong', () => {
    const form = {
      endpoint: 'applyToVolunteer',
      values: { firstName: 'Awa', phone: '+221 1', availability: 'Project-based' },
      message: 'Please enter a valid phone number',
      fields: { phone: 'Please enter a valid phone number' },
    };
    document.body.append(
      document
        .createRange()
        .createContextualFragment(
          renderToString(<VolunteerDialog open onClose={() => {}} filled={form} />),
        ),
    );
    expect(field('First name').value).toBe('Awa');
    expect(field('Phone').value).toBe('+221 1');
    expect(field('Phone').getAttribute('aria-invalid')).toBe('true');
    expect(field('Availability').value).toBe('Project-based');
    const sent = field('Phone').form;
    expect([sent?.method, sent?.getAttribute('action')]).toEqual(['post', '/api/volunteer#errors']);
    document.body.replaceChildren();
  });
});
