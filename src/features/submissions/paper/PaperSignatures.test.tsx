import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { readSignatureTrend } from '../signatures/signature.contract.ts';
import {
  deleteSheet,
  listPaperSignatures,
  type PaperSignature,
} from './paper-signature.contract.ts';
import { PaperSignatures } from './PaperSignatures.tsx';
import { PAPER_PATH } from './paths.rules.ts';

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

const sentTo = (log: Sent[], method: string) => log.filter((one) => one.method === method);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

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
    expect(question.textContent).toContain('All 2 of its lines are deleted for good.');
    expect(sentTo(log, 'DELETE')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete sheet' }));
    await waitFor(() =>
      expect(sentTo(log, 'DELETE')[0]?.path).toBe('/api/admin/paper-signatures/sheets/ACC-12'),
    );
  });
});
