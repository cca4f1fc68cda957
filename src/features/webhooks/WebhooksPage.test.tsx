import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecentPasswordContext } from '../../web/recentPassword.ts';
import { answers, refuses, type Sent, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { useReauthentication } from '../members/login/useReauthentication.tsx';
import { type Delivery, listWebhookDeliveries, resendWebhook } from './delivery.contract.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type Endpoint,
  listWebhookEndpoints,
  replaceWebhookSecret,
} from './endpoint.contract.ts';
import { WebhooksPage } from './WebhooksPage.tsx';

const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const at = '2026-11-05T10:00:00.000Z';
const url = 'https://crm.example.org/hook';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const endpoint = (change: Partial<Endpoint> = {}): Endpoint => ({
  id: id(1),
  url,
  events: ['payment.succeeded'],
  fields: [],
  isPaused: false,
  createdAt: at,
  waiting: 2,
  failed: 0,
  ...change,
});
const delivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: id(11),
  endpointId: id(1),
  type: 'payment.succeeded',
  objectId: id(21),
  createdAt: at,
  state: 'waiting',
  attempts: 3,
  attemptedAt: at,
  nextAttemptAt: '2026-11-05T10:15:00.000Z',
  status: 503,
  error: 'Answered 503.',
  ...change,
});
const endpoints = (...rows: Endpoint[]) => answers(listWebhookEndpoints, rows);
const sentOnes = (...rows: Delivery[]) =>
  answers(listWebhookDeliveries, rows, { 'X-Total-Count': String(rows.length) });

function Page() {
  const { withRecentPassword, dialog } = useReauthentication();
  return (
    <RecentPasswordContext value={withRecentPassword}>
      <WebhooksPage />
      {dialog}
    </RecentPasswordContext>
  );
}

const open = () => openPage('/admin/settings/webhooks', <Page />);
const sent = (log: Sent[], method: string) => log.filter((one) => one.method === method);
const press = async (name: string | RegExp, inside?: HTMLElement) =>
  userEvent.click(await (inside ? within(inside) : screen).findByRole('button', { name }));

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('an endpoint', () => {
  test('is added with the events and fields that were ticked, and its secret is shown once', async () => {
    const made = { id: id(1), secret, message: 'New events will be sent there.' };
    const log = serve(endpoints(), sentOnes(), answers(createWebhookEndpoint, made));
    open();
    await press('Add an endpoint...');
    const form = await screen.findByRole('dialog', { name: 'Add an endpoint' });
    await userEvent.type(within(form).getByLabelText('Address'), url);
    await userEvent.click(within(form).getByRole('checkbox', { name: 'Payment received' }));
    await userEvent.click(within(form).getByRole('checkbox', { name: 'Signature confirmed' }));
    await userEvent.click(within(form).getByRole('checkbox', { name: 'Country' }));
    await press('Add endpoint', form);
    const shown = await screen.findByRole('dialog', { name: 'Signing secret' });
    expect(within(shown).getByText(secret)).toBeTruthy();
    expect(sent(log, 'POST').map(({ body }) => body)).toEqual([
      { url, events: ['signature.confirmed', 'payment.succeeded'], fields: ['country'] },
    ]);
    await press('Done', shown);
    expect(screen.queryByText(secret)).toBeNull();
  });

  test('without an event is not sent, and the form says why', async () => {
    const log = serve(endpoints(), sentOnes());
    open();
    await press('Add an endpoint...');
    const form = await screen.findByRole('dialog', { name: 'Add an endpoint' });
    await userEvent.type(within(form).getByLabelText('Address'), url);
    await press('Add endpoint', form);
    expect((await within(form).findAllByText('Choose at least one event.')).length).toBeGreaterThan(
      0,
    );
    expect(sent(log, 'POST')).toEqual([]);
  });

  test('says what it sends and what waits, and is paused', async () => {
    const log = serve(
      endpoints(endpoint({ fields: ['amount', 'email'] })),
      sentOnes(),
      answers(changeWebhookEndpoint, { message: 'We keep the events.' }),
    );
    open();
    const table = await screen.findByRole('table', { name: 'Endpoints' });
    expect(table.textContent).toContain('With: Amount and currency, Email address');
    await press(`Pause ${url}`);
    await screen.findByText('We keep the events.');
    expect(sent(log, 'PUT').map(({ body }) => body)).toEqual([
      { url, events: ['payment.succeeded'], fields: ['amount', 'email'], isPaused: true },
    ]);
  });

  test('gets another secret only after a yes', async () => {
    const made = { id: id(1), secret, message: 'The old secret is no longer used.' };
    const log = serve(endpoints(endpoint()), sentOnes(), answers(replaceWebhookSecret, made));
    open();
    await press(`Replace secret of ${url}`);
    expect(sent(log, 'POST')).toEqual([]);
    await press('Replace secret', await screen.findByRole('alertdialog'));
    expect(await screen.findByText(secret)).toBeTruthy();
  });
});

describe('the log', () => {
  test('shows the status, the error and the next attempt, and sends an event again', async () => {
    const log = serve(
      endpoints(endpoint()),
      sentOnes(delivery()),
      answers(resendWebhook, { message: 'The event is on its way again.' }),
    );
    open();
    const table = await screen.findByRole('table', { name: 'Webhooks sent' });
    for (const name of ['Endpoints', 'Webhooks sent'])
      expect(screen.getAllByRole('region', { name })).toHaveLength(1);
    for (const text of ['503', 'Answered 503.', 'Next attempt:', url])
      expect(table.textContent).toContain(text);
    await press(/^Send again: Payment received of /);
    await screen.findByText('The event is on its way again.');
    expect(sent(log, 'POST').map(({ path }) => path)).toEqual([
      `/api/admin/webhook-deliveries/${id(11)}/send`,
    ]);
  });

  test('that cannot be loaded offers to try again', async () => {
    serve(endpoints(), refuses(listWebhookDeliveries, 500, { message: 'Broken.' }));
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
