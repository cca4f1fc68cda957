import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../web/queries.ts';
import { answers, inTurn, refuses, type Sent, serve } from '../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../web/ui/confirm.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import {
  changeShipment,
  type KitCard,
  listKits,
  moveKits,
  printLabels,
  undoKits,
} from './fulfilment.contract.ts';
import { KitBoard } from './KitBoard.tsx';
import { KitSteps } from './KitSteps.tsx';

const at = '2026-11-05T10:00:00.000Z';
const id = (n: number) => `6b1f8f9e-6f0e-4a57-9f0a-${String(n).padStart(12, '0')}`;
const kit = (n: number, more: Partial<KitCard> = {}): KitCard => ({
  id: id(n),
  reference: `PX-7K4M${n}`,
  name: 'Ama Mensah',
  country: 'Ghana',
  applicationStatus: 'approved',
  paymentStatus: 'completed',
  paymentPlan: 'onetime',
  submittedAt: at,
  sendBy: '2026-11-10',
  isOverdue: false,
  obstacles: [],
  courier: null,
  trackingNumber: null,
  labelPrintedAt: null,
  dispatchedAt: null,
  deliveredAt: null,
  ...more,
});
const counts = {
  submitted: 4,
  in_review: 0,
  needs_information: 0,
  approved: 2,
  dispatched: 0,
  delivered: 0,
};
const board = (kits: KitCard[], overdue = 1) =>
  answers(listKits, { counts, overdue, total: kits.length, more: [], kits });
const sent: Sent[] = [];
const preview = (
  moved: number,
  refused: { id: string; reference: string; reason: string }[] = [],
) =>
  answers(moveKits, (call: Sent) => {
    sent.push(call);
    const isPreview = (call.body as { preview?: boolean }).preview;
    return { moved, refused, message: isPreview ? `${moved} can` : `${moved} moved` };
  });

const refusal = (n: number) => ({
  id: id(n),
  reference: `PX-7K4M${n}`,
  reason: 'This application does not exist.',
});

function open(status = 'approved') {
  history.replaceState(null, '', `/admin/fulfilment?status=${status}`);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <KitBoard />
        <Toaster />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
}

const openSteps = (status: string) =>
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ConfirmProvider>
        <KitSteps id={id(1)} reference="PX-7K4M1" status={status} />
        <Toaster />
      </ConfirmProvider>
    </QueryClientProvider>,
  );

beforeEach(() => {
  sent.length = 0;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a kit says who waits for it, until when, that it is late, and what holds it', async () => {
  serve(
    board([kit(1, { isOverdue: true, obstacles: ['The payment is disputed or was refunded.'] })]),
  );
  open();
  const line = (await screen.findByRole('link', { name: 'PX-7K4M1' })).closest('li') as HTMLElement;
  expect(within(line).getByText(/Overdue: should have been sent by/)).toBeTruthy();
  expect(within(line).getByText('The payment is disputed or was refunded.')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Approved (2)', selected: true })).toBeTruthy();
});

test('a step is counted before it is taken, those that cannot take it are named, the others take it', async () => {
  const user = userEvent.setup();
  serve(board([kit(1), kit(2)]), preview(1, [refusal(2)]));
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 shown' }));
  expect(screen.getByText('2 selected.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark as dispatched...' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark these kits as dispatched?' });
  expect(await within(dialog).findByText('1 can')).toBeTruthy();
  expect(within(dialog).getByText('This application does not exist.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Courier'), 'DHL');
  await user.click(within(dialog).getByRole('button', { name: 'Update 1 application' }));
  expect(await screen.findByText('1 moved')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    { ids: [id(1), id(2)], to: 'dispatched', preview: true },
    { ids: [id(1)], to: 'dispatched', courier: 'DHL' },
  ]);
});

test('without the courier nothing is sent, and the field says why', async () => {
  const user = userEvent.setup();
  serve(board([kit(1)]), preview(1));
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select PX-7K4M1' }));
  await user.click(screen.getByRole('button', { name: 'Mark as dispatched...' }));
  await user.click(await screen.findByRole('button', { name: 'Update 1 application' }));
  expect(
    screen.getByRole('textbox', { name: 'Courier', description: /Enter the courier/ }),
  ).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('the question before cancelling says what becomes of the money', async () => {
  const user = userEvent.setup();
  serve(board([kit(1)]), preview(1));
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select PX-7K4M1' }));
  await user.click(screen.getByRole('button', { name: 'Cancel the application...' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    await dialog.findByText(
      'Cancelling refunds nothing. Payments already made stay recorded and their receipts stay valid. Whether to refund them is your team’s decision.',
    ),
  ).toBeTruthy();
});

test('where none can take the step, the dialog offers the way back alone', async () => {
  const user = userEvent.setup();
  serve(board([kit(1)]), preview(0, [{ id: id(1), reference: 'PX-7K4M1', reason: 'Why' }]));
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select PX-7K4M1' }));
  await user.click(screen.getByRole('button', { name: 'Cancel the application...' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText('None of these applications can move to this step.'),
  ).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('labels show the addresses and can be printed', async () => {
  const user = userEvent.setup();
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const label = {
    id: id(1),
    reference: 'PX-7K4M1',
    name: 'Ama Mensah',
    address: '12 Osu Badu Street',
    country: 'Ghana',
    telephone: '+233 24 123 4567',
  };
  serve(board([kit(1)]), answers(printLabels, { labels: [label] }));
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select PX-7K4M1' }));
  await user.click(screen.getByRole('button', { name: 'Print labels...' }));
  expect(await screen.findByText('12 Osu Badu Street')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(printed).toHaveBeenCalledOnce();
});

test('the courier and the number of a kit on its way are corrected, over those of somebody else once they were seen', async () => {
  const user = userEvent.setup();
  const gone = { applicationStatus: 'dispatched', courier: 'DHL', dispatchedAt: at } as const;
  serve(
    board([kit(1, gone)]),
    inTurn(
      refuses(changeShipment, 409, {
        message: 'Someone else has changed this in the meantime.',
        now: { courier: 'DHL', trackingNumber: 'JD01' },
      }),
      answers(changeShipment, (call: Sent) => {
        sent.push(call);
        return { message: 'Corrected. The applicant will get an email.' };
      }),
    ),
  );
  open('dispatched');
  await user.click(
    await screen.findByRole('button', { name: /^Change courier and number\.{3}\s?PX-7K4M1$/ }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Courier and tracking number' });
  await user.type(within(dialog).getByLabelText(/^Tracking number/), 'JD014600003');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('JD01', { selector: 'dd' })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Save my version' }));
  expect(await screen.findByText('Corrected. The applicant will get an email.')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      courier: 'DHL',
      trackingNumber: 'JD014600003',
      seen: { courier: 'DHL', trackingNumber: 'JD01' },
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a long board shows its kits first with numbers that say there are more, and then its whole numbers', async () => {
  const long = { counts: { ...counts, approved: 1000 }, overdue: 1000, total: 1000 };
  const whole = { counts: { ...counts, approved: 54_321 }, overdue: 1200, total: 54_321 };
  let count = () => {};
  const isCounted = new Promise<void>((resolve) => (count = resolve));
  const log = serve(
    answers(listKits, ({ query }: Sent) =>
      query.get('counted') === 'part'
        ? { ...long, more: ['approved', 'overdue', 'total'], kits: [kit(1)] }
        : { ...whole, more: [], kits: [kit(1)] },
    ),
  );
  const { fetch: answered } = globalThis;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes('counted=')) await isCounted;
    return answered(address, init);
  });
  open();
  expect(await screen.findByRole('tab', { name: 'Approved (1000+)' })).toBeTruthy();
  expect(screen.getByText('Showing the 1 oldest of 1000+.')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Only overdue (1000+)' })).toBeTruthy();
  count();
  expect(await screen.findByRole('tab', { name: 'Approved (54321)' })).toBeTruthy();
  expect(screen.getByText('Showing the 1 oldest of 54321.')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Only overdue (1200)' })).toBeTruthy();
  expect(log.map(({ query }) => query.get('limit'))).toEqual([null, '1']);
});

test('an empty column says so', async () => {
  serve(board([]));
  open();
  expect(await screen.findByText('No applications here.')).toBeTruthy();
});

test('a board that cannot be loaded says so and is fetched again on demand', async () => {
  serve(refuses(listKits, 503, { message: 'The site is very busy.' }));
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('The site is very busy.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('one application takes the steps of its column where it is opened', async () => {
  const user = userEvent.setup();
  serve(
    board([kit(1, { applicationStatus: 'in_review' })]),
    preview(1),
    answers(undoKits, (call: Sent) => {
      sent.push(call);
      return { message: '1 is back' };
    }),
  );
  openSteps('in_review');
  const steps = within(await screen.findByRole('region', { name: 'What happens next' }));
  expect(steps.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Ask for information...',
    'Approve',
    'Cancel the application...',
  ]);
  await user.click(steps.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('1 moved')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ ids: [id(1)], to: 'approved' }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 is back')).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ ids: [id(1)], step: 'approved' });
});

test('a step that was refused where the application is opened says why, and offers no Undo', async () => {
  const user = userEvent.setup();
  serve(board([kit(1, { applicationStatus: 'in_review' })]), preview(0, [refusal(1)]));
  openSteps('in_review');
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('This application does not exist.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an application that is not on the board has no steps', () => {
  const log = serve(board([kit(1)]));
  openSteps('cancelled');
  expect(screen.queryByText('What happens next')).toBeNull();
  expect(log).toEqual([]);
});
