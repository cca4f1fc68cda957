import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../web/testing.fetch.ts';
import { openPage } from '../../web/testing.page.ts';
import { listEmailBatches, readEmailBatch, stepEmailBatch } from './batches/batch.contract.ts';
import { readMailLimits, setMailLimits } from './batches/limit.contract.ts';
import { readAudience } from './audience/audience.contract.ts';
import { BULK_PATH } from '../mail/paths.rules.ts';
import { BulkEmailPanel } from './BulkEmailPanel.tsx';
import { nextLookAt } from './batches/BatchView.tsx';

const id = '0190b2d0-0000-7000-8000-000000000001';
const counts = {
  total: 1000,
  queued: 588,
  sending: 2,
  sent: 400,
  failed: 7,
  uncertain: 1,
  skipped: 2,
};
const batch = {
  id,
  subject: 'News from the loom',
  state: 'running',
  because: null,
  waitingUntil: null,
  counts,
  createdAt: '2026-11-05T10:00:00.000Z',
  createdBy: 'Kofi Mensah',
  scheduledFor: null,
  finishedAt: null,
  audience: null,
};
const detail = (more: object = {}) => ({
  ...batch,
  message: 'We go on.',
  failures: [],
  troubled: 8,
  ...more,
});

type Fakes = Parameters<typeof serve>;

function open(...fakes: Fakes): Sent[] {
  const log = serve(...fakes, answers(listEmailBatches, []));
  openPage(`${BULK_PATH}?batch=${id}`, <BulkEmailPanel />);
  return log;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const steps = (log: Sent[]) =>
  log.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
const buttons = () =>
  within(screen.getByRole('region', { name: batch.subject }))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

afterEach(() => vi.unstubAllGlobals());

describe('one bulk email', () => {
  test('says how far it is, in a bar and in words', async () => {
    open(answers(readEmailBatch, detail()));
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
      name: 'Progress of “News from the loom”',
    });
    expect([bar.value, bar.max]).toEqual([410, 1000]);
    for (const words of [
      '410 of 1,000 emails done',
      '400 sent',
      '2 being sent',
      '588 waiting',
      '7 failed',
      '1 uncertain',
      '2 left out',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(/^Uncertain: the connection dropped/)).toBeTruthy();
    expect(screen.getByText(/^Written by Kofi Mensah on 5 Nov 2026/)).toBeTruthy();
    expect(buttons()).toEqual(['Pause', 'Cancel sending...']);
  });

  test('goes on by itself while mails leave', async () => {
    const done = detail({
      state: 'done',
      counts: { ...counts, queued: 0, sending: 0, sent: 990 },
      finishedAt: '2026-11-05T11:00:00.000Z',
    });
    const log = open(inTurn(answers(readEmailBatch, detail()), answers(readEmailBatch, done)));
    expect(await screen.findByText('410 of 1,000 emails done')).toBeTruthy();
    expect(await screen.findByText('1,000 of 1,000 emails done')).toBeTruthy();
    expect(screen.getByText(/^Finished on 5 Nov 2026/)).toBeTruthy();
    expect(buttons()).toEqual(['Retry failed emails...']);
    expect(log).toHaveLength(2);
  });

  test.each([
    [
      'scheduled',
      { scheduledFor: '2026-12-24T18:00:00.000Z' },
      /^It will be sent on 24 Dec 2026/,
      2,
    ],
    [
      'waiting',
      { because: 'Today’s emails have been sent.', waitingUntil: '2026-11-06T10:00:00.000Z' },
      /^Today’s emails have been sent\. Waiting until 6 Nov 2026/,
      2,
    ],
    ['paused', { because: 'More than 5 % failed.' }, 'More than 5 % failed.', 3],
    ['paused', {}, 'Someone has paused it. Nothing is sent until it is resumed.', 3],
    ['cancelled', {}, 'Cancelled', 0],
  ])('that is %s says why, or until when: %j', async (state, more, said, buttonCount) => {
    open(answers(readEmailBatch, detail({ state, ...more })));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(buttons()).toHaveLength(buttonCount);
  });

  test('shows what did not arrive in the servers’ words', async () => {
    const failures = [
      {
        email: 'sena@example.org',
        state: 'failed',
        error: '550 5.1.1 No such user here',
        at: '2026-11-05T10:05:00.000Z',
      },
    ];
    open(answers(readEmailBatch, detail({ failures })));
    const row = (await screen.findByText('sena@example.org')).closest('tr');
    expect(row?.textContent).toContain('550 5.1.1 No such user here');
    expect(row?.textContent).toContain('Failed');
    // The server says the last of eight.
    expect(screen.getByRole('heading', { name: 'Last 1 of 8 not delivered' })).toBeTruthy();
    expect(screen.getByText('1 of 8 rows')).toBeTruthy();
  });

  test('names what did not arrive plainly where all of it is shown', async () => {
    const failures = [
      {
        email: 'sena@example.org',
        state: 'failed',
        error: '550 5.1.1 No such user here',
        at: '2026-11-05T10:05:00.000Z',
      },
    ];
    open(answers(readEmailBatch, detail({ failures, troubled: 1 })));
    expect(await screen.findByRole('heading', { name: 'Emails not delivered' })).toBeTruthy();
    expect(screen.getByText('1 of 1 row')).toBeTruthy();
  });

  test('is paused at once, and goes on after a question', async () => {
    // Not running, so that nothing but the steps asks for it anew.
    const [paused, scheduled] = [detail({ state: 'paused' }), detail({ state: 'scheduled' })];
    const log = open(
      inTurn(
        answers(readEmailBatch, scheduled),
        answers(readEmailBatch, paused),
        answers(readEmailBatch, scheduled),
      ),
      answers(stepEmailBatch, ({ path }: Sent) => ({
        message: `Done: ${path.split('/').at(-1)}.`,
      })),
    );
    await press('Pause');
    await press('Resume...');
    const question = await screen.findByRole('alertdialog', { name: 'Resume sending 590 emails?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();
    expect(steps(log)).toEqual(['pause', 'resume']);
    expect(screen.getByText('Done: resume.')).toBeTruthy();
  });

  test('is cancelled only by who means it, and says when that came too late', async () => {
    const log = open(
      answers(readEmailBatch, detail({ state: 'scheduled' })),
      refuses(stepEmailBatch, 409, { message: 'Everything has left already.' }),
    );
    await press('Cancel sending...');
    await press('Do not cancel');
    expect(steps(log)).toEqual([]);
    await press('Cancel sending...');
    await press('Cancel sending');
    expect(await screen.findByText('Everything has left already.')).toBeTruthy();
    expect(steps(log)).toEqual(['cancel']);
    // What it really is has been asked for.
    expect(log.filter(({ path }) => path.endsWith(id))).toHaveLength(2);
  });

  test('tries what failed again', async () => {
    const log = open(
      answers(readEmailBatch, detail({ state: 'done' })),
      answers(stepEmailBatch, { message: 'It is tried again.' }),
    );
    await press('Retry failed emails...');
    expect(await screen.findByRole('alertdialog', { name: 'Retry 7 emails?' })).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText('It is tried again.')).toBeTruthy();
    expect(steps(log)).toEqual(['retry']);
  });

  test('that does not come says so and asks again', async () => {
    open(
      inTurn(
        refuses(readEmailBatch, 404, { message: 'This bulk email does not exist.' }),
        answers(readEmailBatch, detail()),
      ),
    );
    expect(await screen.findByText('This bulk email does not exist.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText('400 sent')).toBeTruthy();
  });
});

test('a batch is looked at more seldom the longer nothing changes, and no more once it is over', () => {
  expect([0, 1000, 8000, 600_000].map((quietMs) => nextLookAt('running', quietMs))).toEqual([
    1000, 1000, 4000, 15_000,
  ]);
  expect(nextLookAt('paused', 0)).toBe(30_000);
  expect([nextLookAt('done', 0), nextLookAt('cancelled', 0)]).toEqual([false, false]);
});

describe('the bulk emails so far', () => {
  const audience = { count: 0, suppressed: 0, unasked: 0, recipients: [], next: null };

  const limits = {
    gmailPerDay: 500,
    alternativePerDay: null,
    perMinute: null,
    connections: 3,
    version: 7,
    sentInDay: 41,
  };

  function openList(...fakes: Fakes) {
    const log = serve(
      ...fakes,
      answers(readAudience, audience),
      answers(readEmailBatch, detail()),
      answers(listEmailBatches, []),
      answers(readMailLimits, limits),
    );
    openPage(BULK_PATH, <BulkEmailPanel />);
    return log;
  }

  test('say how far each is and open one', async () => {
    openList(answers(listEmailBatches, [batch], { 'X-Total-Count': '1' }));
    const row = (await screen.findByText('News from the loom')).closest('tr') as HTMLElement;
    for (const said of ['Being sent', '410 of 1,000', '7', '5 Nov 2026', 'Kofi Mensah'])
      expect(row.textContent).toContain(said);
    await userEvent.click(within(row).getByRole('button', { name: 'News from the loom' }));
    await waitFor(() => expect(location.search).toBe(`?batch=${id}`));
    expect(await screen.findByRole('progressbar')).toBeTruthy();
  });

  test('that are none say so', async () => {
    openList();
    expect(await screen.findByText('No bulk email has been sent yet.')).toBeTruthy();
  });

  test.each([
    [null, 1],
    [200, 0],
  ])('say that nothing is reserved where no limit is set: %s', async (alternativePerDay, times) => {
    openList(answers(readMailLimits, { ...limits, alternativePerDay }));
    const panel = await screen.findByRole('region', { name: 'Sending limits' });
    const text = await within(panel).findByText(/^41 emails have been sent/);
    const said = 'The alternative server has no daily limit, so nothing is reserved there.';
    expect(text.textContent.split(said)).toHaveLength(times + 1);
  });

  test('leave as fast as the limits allow, which are shown and changed', async () => {
    const log = openList(
      inTurn(
        refuses(setMailLimits, 500, {} as { message: string }),
        answers(setMailLimits, { message: 'The new limits apply from now on.', version: 8 }),
      ),
    );
    const panel = await screen.findByRole('region', { name: 'Sending limits' });
    expect(
      await within(panel).findByText(/^41 emails have been sent in the last 24 hours\./),
    ).toBeTruthy();
    const perMinute = within(panel).getByLabelText<HTMLInputElement>('Bulk emails per minute');
    expect(perMinute.value).toBe('');
    await userEvent.click(perMinute);
    await userEvent.paste('many');
    await press('Save limits');
    expect(perMinute.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(perMinute);
    await userEvent.paste('60');
    for (const said of ['The limits could not be saved.', 'The new limits apply from now on.']) {
      await press('Save limits');
      expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    }
    expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      gmailPerDay: 500,
      alternativePerDay: null,
      perMinute: 60,
      connections: 3,
      version: 7,
    });
  });

  describe('leave as fast as limits allow that somebody else has changed meanwhile:', () => {
    /** Kofi allowed 30 after the panel was opened; one’s own 60 is refused, once. */
    async function conflict() {
      const log = openList(
        inTurn(
          answers(readMailLimits, limits),
          answers(readMailLimits, { ...limits, perMinute: 30, version: 8 }),
        ),
        inTurn(
          refuses(setMailLimits, 409, { message: 'Please check it before you change it.' }),
          answers(setMailLimits, { message: 'The new limits apply from now on.', version: 9 }),
        ),
      );
      const panel = await screen.findByRole('region', { name: 'Sending limits' });
      const label = 'Bulk emails per minute';
      const perMinute = () => within(panel).getByLabelText<HTMLInputElement>(label);
      await within(panel).findByLabelText(label);
      await userEvent.type(perMinute(), '60');
      await press('Save limits');
      await within(panel).findByText('30', { selector: 'dd' });
      expect(within(panel).getAllByRole('alert')).toHaveLength(1);
      expect(perMinute().value).toBe('60');
      return { log, panel, perMinute };
    }

    test('theirs are shown beside one’s own, which are kept and saved over them', async () => {
      const { log, panel } = await conflict();
      await press('Continue with my version');
      expect(within(panel).queryByRole('alert')).toBeNull();
      await press('Save limits');
      await screen.findByText('The new limits apply from now on.');
      expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
        perMinute: 60,
        version: 8,
      });
    });

    test('theirs can be taken', async () => {
      const { panel, perMinute } = await conflict();
      await press('Use the saved version');
      expect(within(panel).queryByRole('alert')).toBeNull();
      expect(perMinute().value).toBe('30');
    });
  });
});
