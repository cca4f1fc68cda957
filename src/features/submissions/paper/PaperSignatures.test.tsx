import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { readSignatureTrend } from '../signatures/signature.contract.ts';
import {
  deleteSheet,
  enterSheet,
  listPaperSignatures,
  type PaperSignature,
} from './paper-signature.contract.ts';
import { PaperSignatures } from './PaperSignatures.tsx';
import { PAPER_PATH } from '../signatures/paths.rules.ts';

const awa: PaperSignature = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-000000000001',
  sheet: 'ACC-12',
  line: 1,
  fullName: 'Awa Diop',
  country: 'Senegal',
  email: null,
  signedOn: '2026-10-03',
  enteredBy: 'Test admin',
  enteredAt: '2026-11-21T10:00:00.000Z',
  linesOfSheet: 2,
};
const list = answers(listPaperSignatures, [awa], { 'X-Total-Count': '1' });
const trend = answers(readSignatureTrend, {
  days: [],
  invalidated: [],
  invalidatedBefore: 0,
  unconfirmed: 0,
  onPaper: 120,
});
const taken = answers(enterSheet, { message: 'The sheet is in the list.' });

const sentTo = (log: Sent[], method: string) => log.filter((one) => one.method === method);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const paste = (label: string, text: string) =>
  fireEvent.paste(field(label), { clipboardData: { getData: () => text } });

/** The form with its number and date filled in. */
async function openForm() {
  openPage(PAPER_PATH, <PaperSignatures />);
  await press('Enter a sheet...');
  await userEvent.type(field('Sheet number'), 'acc-12');
  fireEvent.change(field('Date on the sheet'), { target: { value: '2026-10-03' } });
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('signatures on paper', () => {
  test('are listed with a number of their own', async () => {
    serve(list, trend);
    openPage(PAPER_PATH, <PaperSignatures />);
    expect(await screen.findByRole('row', { name: /Awa Diop/ })).toBeTruthy();
    expect(await screen.findByText(/^120 signatures on paper\./)).toBeTruthy();
  });

  test('are deleted a sheet at a time, after a question that says how many lines go', async () => {
    const log = serve(list, trend, answers(deleteSheet, { message: 'Deleted.' }));
    openPage(`${PAPER_PATH}?open=${awa.id}`, <PaperSignatures />);
    await press('Delete sheet ACC-12...');
    const question = await screen.findByRole('alertdialog', { name: 'Delete sheet ACC-12?' });
    expect(question.textContent).toContain('All 2 of its lines are permanently deleted.');
    expect(sentTo(log, 'DELETE')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete sheet' }));
    await waitFor(() =>
      expect(sentTo(log, 'DELETE')[0]?.path).toBe('/api/admin/paper-signatures/sheets/ACC-12'),
    );
  });
});

describe('a sheet', () => {
  test('is pasted from a spreadsheet, and empty lines are left out', async () => {
    const log = serve(list, trend, taken);
    await openForm();
    paste('Full name, line 2', 'Awa Diop\tsenegal\tawa@example.org\nKofi Boateng\tGhana\n');
    expect(field('Country, line 2').value).toBe('senegal');
    await press('Save sheet');
    expect(await screen.findByText('The sheet is in the list.')).toBeTruthy();
    expect(sentTo(log, 'POST')[0]?.body).toMatchObject({
      sheet: 'acc-12',
      signedOn: '2026-10-03',
      lines: [
        { line: 2, fullName: 'Awa Diop', country: 'Senegal', email: 'awa@example.org' },
        { line: 3, fullName: 'Kofi Boateng', country: 'Ghana' },
      ],
    });
  });

  test('says at each line what is wrong, sends nothing and loses nothing', async () => {
    const log = serve(list, trend, taken);
    await openForm();
    paste('Full name, line 1', 'Awa Diop\tAtlantis\nKofi Boateng\tGhana\tkofi@');
    await press('Save sheet');
    const summary = await screen.findByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((one) => one.textContent),
    ).toEqual([
      'Line 1: Choose a country from the list.',
      'Line 2: Enter a valid email or leave it empty.',
    ]);
    expect(field('Country, line 1').getAttribute('aria-invalid')).toBe('true');
    expect(field('Full name, line 2').value).toBe('Kofi Boateng');
    expect(sentTo(log, 'POST')).toEqual([]);
  });

  test('with lines that the server refuses shows them there and keeps all that was typed', async () => {
    const message = 'This line of the sheet has already been entered.';
    serve(
      list,
      trend,
      refuses(enterSheet, 409, {
        message: 'Nothing was saved.',
        fields: { 'lines.0.line': message },
      }),
    );
    await openForm();
    paste('Full name, line 4', 'Awa Diop\tSenegal');
    await press('Save sheet');
    expect((await screen.findByRole('alert')).textContent).toContain(`Line 4: ${message}`);
    expect(field('Full name, line 4').value).toBe('Awa Diop');
  });

  test('that was entered before is named and asked about, and a no keeps all that was typed', async () => {
    const known = refuses(enterSheet, 409, {
      message: 'This sheet has already been entered.',
      reason: 'sheet-entered',
      lines: 2,
      enteredAt: '2026-11-21T10:00:00.000Z',
    });
    const log = serve(list, trend, inTurn(known, known, taken));
    await openForm();
    paste('Full name, line 3', 'Awa Diop\tSenegal');
    await press('Save sheet');
    const named = { name: 'Sheet ACC-12 has already been entered' };
    const question = await screen.findByRole('alertdialog', named);
    expect(question.textContent).toContain('has 2 lines');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(field('Full name, line 3').value).toBe('Awa Diop');
    await press('Save sheet');
    await userEvent.click(await screen.findByRole('button', { name: 'Add lines' }));
    expect(await screen.findByText('The sheet is in the list.')).toBeTruthy();
    const sent = sentTo(log, 'POST').map(({ body }) => body as { isMore?: boolean });
    expect(sent.map(({ isMore }) => isMore)).toEqual([undefined, undefined, true]);
  });
});
