import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { complaintsIn } from '../../web/testing.complaints.ts';
import { answers, refuses, serve } from '../../web/testing.fetch.ts';
import { Toaster } from '../../web/ui/toast.tsx';
import { proposePartnership } from './partner.contract.ts';
import { PartnerDialog } from './PartnerDialog.tsx';

const message = 'Thank you for your proposal.';
const taken = answers(proposePartnership, { message });

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Partner
      </button>
      <PartnerDialog open={open} onClose={() => setOpen(false)} filled={undefined} />
      <Toaster />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Partnership Application' });
const openIt = () => userEvent.click(screen.getByRole('button', { name: 'Partner' }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => userEvent.click(screen.getByRole('button', { name: /^Submit/ }));

async function fillIn() {
  await userEvent.type(field('Organization name'), 'Baobab Ltd');
  await userEvent.selectOptions(field('Organization type'), 'Business/Corporation');
  await userEvent.type(screen.getByRole('combobox', { name: 'Country' }), 'Gha');
  await userEvent.click(screen.getByRole('option', { name: 'Ghana' }));
  await userEvent.type(field('First name'), 'Kofi');
  await userEvent.type(field('Last name'), 'Boateng');
  await userEvent.type(field('Email'), 'kofi@example.org');
  await userEvent.selectOptions(field('Partnership type'), 'Advocacy & Awareness');
  await userEvent.type(field('Proposed contribution'), 'Rooms in Accra');
  await userEvent.type(field('Message'), 'When may we begin?');
}

afterEach(() => vi.unstubAllGlobals());

describe('the partnership application', () => {
  test('has three sections and says what may be left out', async () => {
    render(<Page />);
    await openIt();
    expect(dialog()?.dataset.size).toBe('4xl');
    const labels = (name: string) =>
      [...screen.getByRole('group', { name }).querySelectorAll('label')].map(
        (label) => label.textContent,
      );
    expect(labels('Organization Information')).toEqual([
      'Organization name',
      'Organization type',
      'Organization size',
      'Country',
      'Website',
    ]);
    expect(labels('Contact Person')).toEqual(['First name', 'Last name', 'Email']);
    expect(labels('Partnership Information')).toEqual([
      'Partnership type',
      'Proposed contribution',
      'Message',
    ]);
    const optional = screen.getAllByText('optional');
    expect(optional.map((one) => one.previousSibling?.textContent)).toEqual([
      'Organization size',
      'Website',
    ]);
    expect(within(field('Organization type')).getAllByRole('option')).toHaveLength(11);
    expect(within(field('Organization size')).getAllByRole('option')).toHaveLength(7);
    expect(within(field('Partnership type')).getAllByRole('option')).toHaveLength(10);
    expect(field('Send me news of the campaign (optional)').checked).toBe(false);
  });

  test('that is not filled in names every missing answer and sends nothing', async () => {
    const log = serve(taken);
    render(<Page />);
    await openIt();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await submit();
    expect(complaintsIn(document.body)).toEqual([
      'Please enter the name of your organization',
      'Please choose the type of your organization from the list',
      'Please choose your country from the list',
      'Please enter the contact person’s first name',
      'Please enter the contact person’s last name',
      'Please enter a valid email address',
      'Please choose the type of partnership from the list',
      'Please describe what your organization can offer',
      'Please write your message',
    ]);
    expect(log).toEqual([]);
  });

  test('is sent without what was left empty; the toast says so, the dialog closes and is empty again', async () => {
    const log = serve(taken);
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Partnership Application Submitted!')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(dialog()).toBeNull();
    expect(log.map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/partner',
        {
          organizationName: 'Baobab Ltd',
          organizationType: 'Business/Corporation',
          country: 'Ghana',
          contactFirstName: 'Kofi',
          contactLastName: 'Boateng',
          contactEmail: 'kofi@example.org',
          partnershipType: 'Advocacy & Awareness',
          proposedContribution: 'Rooms in Accra',
          message: 'When may we begin?',
          wantsNews: false,
        },
      ],
    ]);
    await openIt();
    for (const label of ['Organization name', 'Organization type', 'Country', 'Email', 'Message'])
      expect(field(label).value, label).toBe('');
  });

  test('with a website that is none says how it must look and sends nothing', async () => {
    const log = serve(taken);
    render(<Page />);
    await openIt();
    await fillIn();
    await userEvent.type(field('Website'), 'baobab');
    await submit();
    expect(field('Website').getAttribute('aria-invalid')).toBe('true');
    expect(
      within(screen.getByRole('alert')).getByText(/such as https:\/\/example\.org/),
    ).toBeTruthy();
    expect(log).toEqual([]);
    await userEvent.type(field('Website'), '.example');
    expect(screen.queryByRole('alert')).toBeNull();
    await submit();
    expect(await screen.findByText('Partnership Application Submitted!')).toBeTruthy();
    expect(log[0]?.body).toMatchObject({ website: 'baobab.example' });
  });

  test('that fails without a word from the server asks to check the information', async () => {
    serve({ endpoint: proposePartnership, reply: () => ({ status: 502, body: 'Bad gateway' }) });
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Failed to Submit Application')).toBeTruthy();
    expect(screen.getAllByText('Please check your information and try again.')).toHaveLength(2);
  });

  test('that is refused keeps every word and says why', async () => {
    serve(refuses(proposePartnership, 503, { message: 'We are away for a moment.' }));
    render(<Page />);
    await openIt();
    await fillIn();
    await submit();
    expect(await screen.findByText('Failed to Submit Application')).toBeTruthy();
    expect(dialog()).toBeTruthy();
    expect(field('Proposed contribution').value).toBe('Rooms in Accra');
    expect(field('Organization type').value).toBe('Business/Corporation');
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
    expect(field('Organization name').value).toBe('Baobab Ltd');
    expect(field('Country').value).toBe('Ghana');
    expect(field('Partnership type').value).toBe('Advocacy & Awareness');
    expect(field('Message').value).toBe('When may we begin?');
  });
});
