import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecentPasswordContext } from '../../web/recentPassword.ts';
import { answers, holdBack, inTurn, refuses, type Sent, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { reauthenticate } from '../members/login/login.contract.ts';
import { useReauthentication } from '../members/login/useReauthentication.tsx';
import {
  changeDonationLink,
  createDonationLink,
  deleteDonationLink,
  type DonationLink,
  listDonationLinks,
} from './donation-link.contract.ts';
import {
  deleteDonation,
  type Donation,
  listDonations,
  recordDonation,
} from './donation.contract.ts';
import { DonationsTab } from './DonationsTab.tsx';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const at = '2026-11-05T10:00:00.000Z';
const link = (change: Partial<DonationLink> = {}): DonationLink => ({
  id: id(1),
  name: 'Donorbox',
  url: 'https://donorbox.org/one-africa',
  isActive: true,
  updatedBy: id(99),
  updatedAt: at,
  ...change,
});
const donation = (change: Partial<Donation> = {}): Donation => ({
  id: id(11),
  donorName: 'Awa Diop',
  donorEmail: 'awa@example.org',
  donorCountry: 'Senegal',
  donorPhone: null,
  donationAmount: '1250.00',
  paymentMethod: 'paypal',
  message: 'With joy.',
  isAnonymous: false,
  receivedOn: '2026-11-01',
  createdAt: at,
  ...change,
});
const links = (...rows: DonationLink[]) => answers(listDonationLinks, rows);
const received = (...rows: Donation[]) =>
  answers(listDonations, rows, { 'X-Total-Count': String(rows.length) });

function DonationsPage() {
  const { withRecentPassword, dialog } = useReauthentication();
  return (
    <RecentPasswordContext value={withRecentPassword}>
      <DonationsTab />
      {dialog}
    </RecentPasswordContext>
  );
}

const open = (query = '') => openPage(`/admin/donations${query}`, <DonationsPage />);
const openLinks = () => open('/links');
const sent = (log: Sent[], method: string) => log.filter((one) => one.method === method);
const press = async (name: string | RegExp, inside?: HTMLElement) =>
  userEvent.click(await (inside ? within(inside) : screen).findByRole('button', { name }));
const answerYes = async (name: string) => press(name, await screen.findByRole('alertdialog'));
const text = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('a new donation link', () => {
  const missing = 'Please fill in all donation link fields.';

  test.each([
    ['neither', '', ''],
    ['no name', '', 'https://donorbox.org/one-africa'],
    ['no address', 'Donorbox', ''],
  ])('with %s asks for all of it and sends nothing', async (_what, name, url) => {
    const log = serve(links(), received());
    openLinks();
    if (name) await userEvent.type(text('Name'), name);
    if (url) await userEvent.type(text('URL'), url);
    await press('Add donation link');
    const said = (await screen.findByText('Missing Information')).closest('.toast');
    expect(said?.textContent).toContain(missing);
    const form = screen.getByRole('button', { name: 'Add donation link' }).closest('form');
    expect(within(form ?? document.body).getAllByText(missing).length).toBeGreaterThan(1);
    expect(sent(log, 'POST')).toHaveLength(0);
  });

  test('complains at the address about one that browsers must not follow', async () => {
    const log = serve(links(), received());
    openLinks();
    await userEvent.type(text('Name'), 'Ours');
    await userEvent.type(text('URL'), 'http://example.org/give');
    await press('Add donation link');
    expect(text('URL').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(/^Enter an address that starts with https:/)).toHaveLength(2);
    expect(sent(log, 'POST')).toHaveLength(0);
  });

  test('is sent with a toast, joins the list and leaves the form empty', async () => {
    const log = serve(
      inTurn(links(), links(link())),
      received(),
      answers(createDonationLink, { message: 'Every administrator gets an email about the link.' }),
    );
    openLinks();
    await userEvent.type(text('Name'), 'Donorbox');
    await userEvent.type(text('URL'), 'https://donorbox.org/one-africa');
    await press('Add donation link');
    expect(await screen.findByText('Donation Link Created')).toBeTruthy();
    expect(sent(log, 'POST')[0]?.body).toEqual({
      name: 'Donorbox',
      url: 'https://donorbox.org/one-africa',
    });
    const row = await screen.findByRole('link', { name: 'https://donorbox.org/one-africa' });
    expect([row.getAttribute('rel'), row.getAttribute('target')]).toEqual([
      'noopener noreferrer',
      '_blank',
    ]);
    expect([text('Name').value, text('URL').value]).toEqual(['', '']);
  });

  test('that leads where we know nobody is warned of, by the host in the letters that travel', async () => {
    serve(links(), received());
    openLinks();
    const warning = /which is not a donation service we know/;
    await userEvent.type(text('URL'), 'https://donorbox.org/one-africa');
    expect(screen.queryByText(warning)).toBeNull();
    await userEvent.clear(text('URL'));
    // Its first o is Cyrillic.
    await userEvent.type(text('URL'), 'https://dоnorbox.org/one-africa');
    const said = await screen.findByText(warning);
    expect(said.textContent).toContain('xn--');
    expect(said.closest('[role=status]')).toBeTruthy();
  });

  test('that the server refuses keeps the words and says why in a toast and beside the form', async () => {
    const message = 'This address is listed already.';
    serve(
      links(),
      received(),
      refuses(createDonationLink, 409, { message, fields: { url: message } }),
    );
    openLinks();
    await userEvent.type(text('Name'), 'Donorbox');
    await userEvent.type(text('URL'), 'https://donorbox.org/one-africa');
    await press('Add donation link');
    expect(await screen.findByText('Creation Failed')).toBeTruthy();
    expect(screen.getAllByText(message)).toHaveLength(3);
    expect(text('Name').value).toBe('Donorbox');
  });

  test('that fails without a word from the server says so', async () => {
    serve(links(), received(), refuses(createDonationLink, 500, {} as { message: string }));
    openLinks();
    await userEvent.type(text('Name'), 'Donorbox');
    await userEvent.type(text('URL'), 'https://donorbox.org/one-africa');
    await press('Add donation link');
    expect((await screen.findAllByText('Failed to create donation link.')).length).toBe(2);
  });

  test('asks for an old password again, and is sent once more', async () => {
    const stale = { message: 'Please enter your password again.', reason: 'reauthenticate' };
    const log = serve(
      links(),
      received(),
      inTurn(
        refuses(createDonationLink, 403, stale),
        answers(createDonationLink, { message: 'Every administrator gets an email.' }),
      ),
      answers(reauthenticate, { message: 'Thank you. Please continue.' }),
    );
    openLinks();
    await userEvent.type(text('Name'), 'Donorbox');
    await userEvent.type(text('URL'), 'https://donorbox.org/one-africa');
    await press('Add donation link');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'a long sentence{Enter}');
    expect(await screen.findByText('Donation Link Created')).toBeTruthy();
    expect(sent(log, 'POST').map(({ path }) => path)).toEqual([
      '/api/admin/donation-links',
      '/api/auth/reauthenticate',
      '/api/admin/donation-links',
    ]);
  });
});

describe('the links', () => {
  test('say when there are none', async () => {
    serve(links(), received());
    openLinks();
    expect(await screen.findByText(/^No donation links yet\./)).toBeTruthy();
  });

  test('show no way to an address that must not be followed', async () => {
    serve(links(link({ url: 'javascript:alert(1)' })), received());
    openLinks();
    expect(await screen.findByText('javascript:alert(1)')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('are switched off and on', async () => {
    const log = serve(
      inTurn(links(link()), links(link({ isActive: false }))),
      received(),
      answers(changeDonationLink, { message: 'Donation link updated.' }),
    );
    openLinks();
    await userEvent.click(await screen.findByRole('switch', { name: 'Donorbox is on the page' }));
    expect(await screen.findByText('Not on the page')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
    expect(sent(log, 'PUT')[0]).toMatchObject({
      path: `/api/admin/donation-links/${id(1)}`,
      body: { isActive: false },
    });
  });

  test('keep the switch and say why when it cannot be moved', async () => {
    serve(
      links(link()),
      received(),
      refuses(changeDonationLink, 503, { message: 'The database is away.' }),
    );
    openLinks();
    await userEvent.click(await screen.findByRole('switch'));
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getByText('The database is away.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  });

  test('are deleted only after a yes', async () => {
    const log = serve(
      inTurn(links(link()), links()),
      received(),
      answers(deleteDonationLink, { message: 'Visitors no longer see the link.' }),
    );
    openLinks();
    await press('Delete Donorbox');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(link().url);
    await answerYes('Cancel');
    expect(sent(log, 'DELETE')).toHaveLength(0);
    await press('Delete Donorbox');
    await answerYes('Delete link');
    expect(await screen.findByText('Donation Link Deleted')).toBeTruthy();
    expect(await screen.findByText(/^No donation links yet\./)).toBeTruthy();
    const heading = screen.getByRole('heading', { name: 'Manage donation links' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('that were deleted are put back as they stood', async () => {
    const off = link({ isActive: false });
    const log = serve(
      inTurn(links(off), links(), links(off)),
      received(),
      answers(deleteDonationLink, { message: 'Visitors no longer see the link.' }),
      answers(createDonationLink, { message: 'Every administrator gets an email about the link.' }),
    );
    openLinks();
    await press('Delete Donorbox');
    await answerYes('Delete link');
    expect(await screen.findByText('Donorbox was deleted.')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Donation Link Created')).toBeTruthy();
    const { id, name, url } = off;
    expect(sent(log, 'POST')[0]?.body).toEqual({ id, name, url, isActive: false });
    expect(screen.queryByText('Donorbox was deleted.')).toBeNull();
  });

  test('that were switched on while the question stood are put back switched on', async () => {
    const log = serve(
      inTurn(links(link({ isActive: false })), links(link()), links()),
      received(),
      answers(changeDonationLink, { message: 'Donation link updated.' }),
      answers(deleteDonationLink, { message: 'Visitors no longer see the link.' }),
      answers(createDonationLink, { message: 'Every administrator gets an email about the link.' }),
    );
    const release = holdBack(changeDonationLink);
    openLinks();
    await userEvent.click(await screen.findByRole('switch'));
    await press('Delete Donorbox');
    release();
    await screen.findByText('On the page');
    await answerYes('Delete link');
    await press('Undo');
    await waitFor(() => expect(sent(log, 'POST')[0]?.body).toMatchObject({ isActive: true }));
  });

  test('that cannot be deleted stay, and say why', async () => {
    serve(links(link()), received(), refuses(deleteDonationLink, 500, {} as { message: string }));
    openLinks();
    await press('Delete Donorbox');
    await answerYes('Delete link');
    expect(await screen.findByText('Deletion Failed')).toBeTruthy();
    expect(screen.getByText('Failed to delete donation link.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete Donorbox' })).toBeTruthy();
  });

  test('say why they could not be loaded and try again', async () => {
    serve(
      inTurn(refuses(listDonationLinks, 503, { message: 'The database is away.' }), links(link())),
      received(),
    );
    openLinks();
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText('Donorbox')).toBeTruthy();
  });
});

describe('the donations', () => {
  test('say when there are none', async () => {
    serve(links(), received());
    open();
    expect(await screen.findByText('No donations yet.')).toBeTruthy();
  });

  test('say who gave how much, how and when; whoever stays anonymous is not named', async () => {
    serve(
      links(),
      received(donation(), donation({ id: id(12), isAnonymous: true, paymentMethod: 'cash' })),
    );
    open();
    const table = await screen.findByRole('table', { name: 'Donations' });
    const [head, named, anonymous] = within(table).getAllByRole('row');
    expect(head?.textContent).toBe('DonorAmountEmailCountryPayment methodReceived on');
    expect(named?.textContent).toMatch(
      /Awa Diop.*\$1,250\.00.*awa@example\.org.*Senegal.*PayPal.*1 November 2026/,
    );
    expect(anonymous?.textContent).toMatch(/^Anonymous.*Cash/);
    expect(anonymous?.textContent).not.toMatch(/awa/i);
  });

  test('are searched and sorted by the server, and the address keeps it', async () => {
    const log = serve(links(), received(donation()));
    open();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'awa{Enter}');
    await press('Amount');
    await waitFor(() =>
      expect(log.at(-1)?.query.toString()).toBe(
        'search=awa&sort=donationAmount&limit=100&counted=part',
      ),
    );
    expect(location.search).toBe('?search=awa&sort=donationAmount');
  });

  test('say when nothing matches, with a way back to everything', async () => {
    serve(links(), received());
    open('?search=zzz');
    expect(await screen.findByText('No results.')).toBeTruthy();
    await press('Show everything');
    await waitFor(() => expect(location.search).toBe(''));
  });

  test('open with everything that is known, and a word about anonymous donors', async () => {
    serve(links(), received(donation({ isAnonymous: true, donorPhone: '+221 33 123 45 67' })));
    open();
    await press('Anonymous');
    const dialog = await screen.findByRole('dialog', { name: 'Anonymous' });
    expect(location.search).toBe(`?open=${id(11)}`);
    expect(dialog.textContent).toContain('This donor is anonymous');
    for (const fact of ['Awa Diop', '+221 33 123 45 67', '$1,250.00', 'With joy.'])
      expect(within(dialog).getByText(fact)).toBeTruthy();
  });

  test('that an address opens and that are not there say so', async () => {
    serve(links(), received());
    open(`?open=${id(77)}`);
    expect(await screen.findByRole('dialog', { name: 'Nothing found here' })).toBeTruthy();
  });

  test('are deleted after a yes', async () => {
    const log = serve(
      links(),
      inTurn(received(donation()), received()),
      answers(deleteDonation, { message: 'The donation is no longer in the list.' }),
    );
    open(`?open=${id(11)}`);
    await press('Delete donation...');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('$1,250.00');
    await answerYes('Delete donation');
    expect(await screen.findByText('Donation Deleted')).toBeTruthy();
    expect(screen.queryByText('The donation is no longer in the list.')).toBeNull();
    expect(sent(log, 'DELETE')[0]?.path).toBe(`/api/admin/donations/${id(11)}`);
    expect(await screen.findByText('No donations yet.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('entering a donation', () => {
  async function openForm(...fakes: Parameters<typeof serve>) {
    const log = serve(...fakes, links());
    open();
    await press('Enter a donation...');
    return { log, form: await screen.findByRole('dialog', { name: 'Enter a donation' }) };
  }
  const fill = (form: HTMLElement, label: string | RegExp, words: string) =>
    userEvent.type(within(form).getByLabelText(label), words);

  test('needs an amount, and a name unless the donor stays anonymous', async () => {
    const { log, form } = await openForm(received());
    await press('Enter donation', form);
    const nameless = 'Enter the donor’s name, or say that the donor stays anonymous.';
    // At their fields; the summary has links.
    expect(within(form).getByText(nameless)).toBeDefined();
    const noAmount = 'Enter the amount in dollars, such as 25.00.';
    expect(within(form).getByText(noAmount)).toBeDefined();
    await userEvent.click(within(form).getByLabelText('The donor stays anonymous'));
    await press('Enter donation', form);
    expect(within(form).queryByText(nameless)).toBeNull();
    expect(sent(log, 'POST')).toHaveLength(0);
  });

  test('sends what was filled in, and it joins the list', async () => {
    const { log, form } = await openForm(
      inTurn(received(), received(donation())),
      answers(recordDonation, { message: 'The donation is in the list.' }),
    );
    await fill(form, 'Amount in USD', '1250');
    await userEvent.selectOptions(within(form).getByLabelText('Payment method'), 'Cash');
    await fill(form, 'Donor’s name', 'Awa Diop');
    await fill(form, 'Message', 'With joy.');
    await press('Enter donation', form);
    expect(await screen.findByText('Donation Entered')).toBeTruthy();
    expect(sent(log, 'POST')[0]?.body).toEqual({
      donorName: 'Awa Diop',
      donationAmount: '1250',
      paymentMethod: 'cash',
      message: 'With joy.',
      isAnonymous: false,
      receivedOn: new Date().toLocaleDateString('sv'),
    });
    expect(await screen.findByText('$1,250.00')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('keeps what was typed when the form is closed or refused', async () => {
    const { form } = await openForm(
      received(),
      refuses(recordDonation, 503, { message: 'The database is away.' }),
    );
    await fill(form, 'Amount in USD', '10');
    await fill(form, 'Donor’s name', 'Kofi');
    await press('Cancel', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Enter a donation...');
    await press('Enter donation', form);
    expect(await screen.findByText('Creation Failed')).toBeTruthy();
    // In the toast, which is over the dialog, and beside the form.
    expect(within(form).getAllByText('The database is away.')).toHaveLength(2);
    expect(within(form).getByLabelText<HTMLInputElement>('Donor’s name').value).toBe('Kofi');
  });
});
