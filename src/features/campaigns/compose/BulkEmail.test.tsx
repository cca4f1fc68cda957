import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { go } from '../../../web/address.ts';
import { RecentPasswordContext } from '../../../web/recentPassword.ts';
import {
  answers,
  holdBack,
  inTurn,
  refuses,
  type Sent,
  serve,
} from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { logIn, reauthenticate } from '../../members/login/login.contract.ts';
import { sessionKey } from '../../members/sessions/useSession.ts';
import { useLoginAgain } from '../../members/login/useLoginAgain.tsx';
import { useReauthentication } from '../../members/login/useReauthentication.tsx';
import { listEmailBatches, readEmailBatch, sendBulkEmail } from '../batches/batch.contract.ts';
import { previewEmail, sendIndividualEmail, sendPreview } from '../message/message.contract.ts';
import { readMailLimits } from '../batches/limit.contract.ts';
import { readAudience, readAudienceConditions } from '../audience/audience.contract.ts';
import { readSignatureSources } from '../../submissions/signatures/signature.contract.ts';
import { listMailSuppressions } from '../../mail/suppressions/suppression.contract.ts';
import {
  deleteMailDraft,
  listMailDrafts,
  readMailDraft,
  saveMailDraft,
  type StoredDraft,
} from '../drafts/draft.contract.ts';
import { EmailTab } from '../../../web/pages/dashboard/EmailTab.tsx';
import { listMailTemplates } from '../../mail/templates/templates.contract.ts';
import { readWelcomeSeries } from '../welcome/welcome.contract.ts';
import { BULK_PATH, INDIVIDUAL_PATH } from '../../mail/paths.rules.ts';

const person = (email: string, more: object = {}) => ({
  email,
  name: '',
  kinds: ['declaration'],
  country: 'Ghana',
  language: 'en',
  asked: true,
  ...more,
});
const awa = person('awa@example.org', { name: 'Awa Diop' });
const kofi = person('kofi@example.org');
const ama = person('ama@example.org', { asked: false });

/** The pool as the server counts it. */
const audience = ({ query }: Sent) => {
  const people = [ama, awa, kofi].filter(
    ({ email, asked }) =>
      (asked || query.get('unasked') === 'true') && email.includes(query.get('search') ?? ''),
  );
  const isWide = query.get('unasked') === 'true';
  return {
    count: query.get('countries') ? 1 : isWide ? 3 : 2,
    suppressed: 1,
    unasked: isWide ? 0 : 1,
    recipients: people,
    next: null,
  };
};

const sources = {
  sources: [
    { source: 'radio', count: 5 },
    { source: 'direct', count: 3 },
    { source: null, count: 2 },
  ],
  others: 0,
  sharers: [],
};

const limits = {
  gmailPerDay: 500,
  alternativePerDay: null,
  perMinute: null,
  connections: 3,
  version: 0,
  sentInDay: 0,
};
const batchId = '0190b2d0-0000-7000-8000-000000000001';
const sent = {
  message: 'The mails leave from now on.',
  batchId,
  summary: { queued: 2, successful: 0, failed: 0, skipped: 0 },
};
const batch = {
  id: batchId,
  subject: 'News from the loom',
  state: 'running',
  because: null,
  waitingUntil: null,
  counts: { total: 2, queued: 2, sending: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 },
  createdAt: '2026-11-05T10:00:00.000Z',
  createdBy: 'Kofi Mensah',
  scheduledFor: null,
  finishedAt: null,
  audience: null,
  message: 'We go on.',
  troubled: 0,
  failures: [],
};

const savedAs = (version: number) => ({ version, savedAt: '2026-11-05T14:03:00.000Z' });

const writer = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e1111',
  email: 'kofi@example.org',
  firstName: 'Kofi',
  lastName: 'Mensah',
  isAdmin: true,
  createdAt: '2026-11-05T10:00:00.000Z',
};

function Tab() {
  const client = useQueryClient();
  useState(() => client.setQueryData(sessionKey, writer));
  const { withRecentPassword, dialog } = useReauthentication();
  const { withLogin, dialog: loginDialog } = useLoginAgain(writer.email);
  return (
    <RecentPasswordContext
      value={(action, question) => withLogin(() => withRecentPassword(action, question))}
    >
      <EmailTab />
      {dialog}
      {loginDialog}
    </RecentPasswordContext>
  );
}

/** The page with `more` answers first. */
const welcomeSeries = {
  since: null,
  mails: [],
  version: 0,
  results: [],
  lastMonth: 0,
  isConfirmationAsked: true,
};

function open(path: string, ...more: Parameters<typeof serve>): Sent[] {
  const log = serve(
    ...more,
    answers(readAudience, audience),
    answers(listEmailBatches, []),
    answers(readEmailBatch, batch),
    answers(readMailLimits, limits),
    answers(readSignatureSources, sources),
    answers(readAudienceConditions, []),
    answers(listMailDrafts, []),
    answers(saveMailDraft, savedAs(1)),
    answers(reauthenticate, { message: 'Thank you.' }),
    answers(readWelcomeSeries, welcomeSeries),
  );
  openPage(path, <Tab />);
  return log;
}

const press = async (name: string | RegExp, where: HTMLElement = document.body) =>
  userEvent.click(await within(where).findByRole('button', { name }));
async function write(label: string, text: string) {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}
const words = async () => {
  await write('Subject', 'News from the loom');
  await write('Message', 'We go on.');
};

const toast = async (title: string, text = '') => {
  const said = (await screen.findByText(title)).closest('[role=status], [role=alert], li, div');
  expect(said?.parentElement?.textContent).toContain(text);
};
const writes = (log: Sent[], { path }: { path: string }) =>
  log.filter((one) => one.method !== 'GET' && one.path === path);
const password = async () => {
  await userEvent.click(await screen.findByLabelText('Your password'));
  await userEvent.paste('one cloth');
  await userEvent.keyboard('{Enter}');
};
const tick = (name: RegExp) => userEvent.click(screen.getByRole('checkbox', { name }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a bulk email', () => {
  test('needs its words and somebody to go to', async () => {
    const log = open(BULK_PATH);
    await screen.findByText('2 people match.');
    await press('Send bulk email...');
    await toast('Missing Information', 'Please enter both subject and message.');
    expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true');
    await write('Subject', '   ');
    await write('Message', 'We go on.');
    await press('Send bulk email...');
    await toast('Missing Information', 'Please enter both subject and message.');
    await write('Subject', 'News from the loom');
    await press('Send bulk email...');
    await toast('No Recipients', 'Please select at least one recipient.');
    expect(writes(log, sendBulkEmail)).toEqual([]);
  });

  test('keeps its words when another page is opened, and asks before the site is left until they are saved', async () => {
    const log = open(
      BULK_PATH,
      inTurn(
        refuses(saveMailDraft, 503, { message: 'We are away.' }),
        answers(saveMailDraft, savedAs(1)),
      ),
    );
    await words();
    await userEvent.click(screen.getByRole('tab', { name: 'Individual email' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })).value).toBe(
      '',
    );
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('tab', { name: 'Bulk email' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })).value).toBe(
      'News from the loom',
    );
    expect(await screen.findByText('We are away.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText(/^Draft saved \d\d:\d\d$/)).toBeTruthy();
    const later = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
    const saves = log.filter(({ method }) => method === 'PUT');
    expect(saves).toHaveLength(2);
    expect(saves[1]?.path).toBe(saves[0]?.path);
    expect(saves[1]?.body).toMatchObject({
      version: 0,
      content: { kind: 'bulk', subject: 'News from the loom', message: 'We go on.', picked: {} },
    });
  });

  test('lists who matches in at most 160 px, narrows them and counts anew', async () => {
    const log = open(BULK_PATH);
    await screen.findByText('2 people match.');
    const list = screen.getByRole('group', { name: 'Recipients' });
    expect(list.className).toContain('max-h-[160px]');
    expect(within(list).getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Ghana');
    expect(await screen.findByText('1 person: from Ghana.')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Volunteers'));
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Answered');
    await waitFor(() => {
      const { query } = log.filter(({ path }) => path === readAudience.path).at(-1) as Sent;
      expect([query.get('kinds'), query.get('countries'), query.get('status')]).toEqual([
        'volunteer',
        'Ghana',
        'answered',
      ]);
    });
  });

  test('to the signers of a country is for them alone, whatever the draft was narrowed to', async () => {
    open(BULK_PATH);
    await words();
    await userEvent.click(screen.getByLabelText('Volunteers'));
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Answered');
    act(() => go(`${BULK_PATH}?signers=Kenya`));
    expect(await screen.findByText('1 person: signed the declaration, from Kenya.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('The one person who matches').checked).toBe(
      true,
    );
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('News from the loom');
    expect(location.search).toBe('');
  });

  test('with a field that is not known says so at the message before it is sent', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await screen.findByText('2 people match.');
    await write('Message', 'Dear {surname|friend}, we go on.');
    await tick(/kofi@/);
    await press('Send to 1 person...');
    const field = screen.getByLabelText('Message');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.querySelector(`#${id}`)?.textContent)).toContain(
      'We do not know one of the fields in braces. The hint above the message names those there are.',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(writes(log, sendBulkEmail)).toEqual([]);
  });

  test('names the people it goes to in one sentence, whose conditions can be removed one by one', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await screen.findByText('2 people match.');
    await userEvent.click(screen.getByLabelText('Signed the declaration'));
    for (const country of ['Kenya', 'Ghana'])
      await userEvent.selectOptions(screen.getByLabelText('Country'), country);
    await userEvent.selectOptions(
      await screen.findByLabelText('Source of the signature'),
      await screen.findByRole('option', { name: 'Direct' }),
    );
    await userEvent.click(screen.getByLabelText('Only confirmed signatures'));
    await write('First day', '2026-10-01');
    await write('Last day', '2026-10-31');
    expect(
      await screen.findByText(
        '1 person: signed the declaration, from Kenya or Ghana, with the source “Direct”, confirmed, since 1 October 2026, until 31 October 2026.',
      ),
    ).toBeTruthy();
    const chips = screen.getByRole('list', { name: 'Conditions' });
    for (const part of ['from Kenya', 'until 31 October 2026', 'with the source “Direct”'])
      await press(`Remove the condition: ${part}`, chips);
    expect(
      await screen.findByText(
        '1 person: signed the declaration, from Ghana, confirmed, since 1 October 2026.',
      ),
    ).toBeTruthy();
    await userEvent.click(screen.getByLabelText('The one person who matches'));
    await press('Send to 1 person...');
    await password();
    await toast('Bulk Email Sent');
    expect(writes(log, sendBulkEmail)[0]?.body).toMatchObject({
      audience: {
        kinds: ['declaration'],
        countries: ['Ghana'],
        confirmed: true,
        since: '2026-10-01',
      },
      expectedCount: 1,
    });
  });

  test('with its last day before its first says so at the field and is looked up for nobody', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await screen.findByText('2 people match.');
    await write('First day', '2026-10-02');
    await screen.findByText(/since 2 October 2026/, { selector: 'strong' });
    await write('Last day', '2026-10-01');
    const field = screen.getByLabelText('Last day');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    const id = field.getAttribute('aria-describedby') ?? '';
    expect(document.querySelector(`#${id}`)?.textContent).toBe(
      'The last day must not be before the first day.',
    );
    expect(screen.queryByText('Counting...')).toBeNull();
    expect(log.filter(({ query }) => query.get('until'))).toEqual([]);
  });

  test('to conditions that nobody meets says which one to leave out, and how many people that gives', async () => {
    const nobody = { count: 0, suppressed: 0, unasked: 2, recipients: [], next: null };
    const log = open(
      BULK_PATH,
      answers(readAudience, (asked: Sent) =>
        asked.query.get('countries') ? nobody : audience(asked),
      ),
      answers(readAudienceConditions, [
        { condition: 'countries', count: 214 },
        { condition: 'asked', count: 2 },
      ]),
    );
    await screen.findByText('2 people match.');
    await userEvent.click(screen.getByLabelText('Signed the declaration'));
    for (const country of ['Kenya', 'Ghana'])
      await userEvent.selectOptions(screen.getByLabelText('Country'), country);
    expect(await screen.findByText('Nobody matches all conditions.')).toBeTruthy();
    expect(
      await screen.findByText(
        '2 people match but have not asked for news. You can include them above.',
      ),
    ).toBeTruthy();
    await press('Without “from Kenya, from Ghana”: 214 people');
    expect(await screen.findByText('2 people: signed the declaration.')).toBeTruthy();
    expect(
      within(screen.getByRole('group', { name: 'Recipients' })).queryAllByRole('checkbox'),
    ).toHaveLength(2);
    const { query } = log.findLast(({ path }) => path === readAudienceConditions.path) as Sent;
    expect([query.get('kinds'), query.get('countries')]).toEqual(['declaration', 'Kenya,Ghana']);
  });

  test('where leaving out one condition gives nobody offers to leave out all', async () => {
    const nobody = { count: 0, suppressed: 0, unasked: 0, recipients: [], next: null };
    open(
      BULK_PATH,
      answers(readAudience, (asked: Sent) =>
        asked.query.get('confirmed') ? nobody : audience(asked),
      ),
    );
    await screen.findByText('2 people match.');
    await userEvent.click(screen.getByLabelText('Only confirmed signatures'));
    expect(await screen.findByText('Leaving out one condition is not enough.')).toBeTruthy();
    await press('Leave out all conditions');
    expect(await screen.findByText('2 people match.')).toBeTruthy();
  });

  test('goes to whom somebody ticked, found by a search, after the count and the password', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'awa');
    await waitFor(() => expect(screen.queryByText('kofi@example.org')).toBeNull());
    await tick(/Awa Diop/);
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search' }));
    await screen.findByText('kofi@example.org');
    await tick(/kofi@/);
    await press('Send to 2 people...');
    const question = await screen.findByRole('dialog', { name: 'Send to 2 people?' });
    expect(question.textContent).toContain('News from the loom');
    await password();
    await toast('Bulk Email Sent', '2 recipients.');
    expect(screen.queryByText(/The mails leave from now on/)).toBeNull();
    expect(writes(log, sendBulkEmail).map(({ body }) => body)).toEqual([
      {
        recipients: ['awa@example.org', 'kofi@example.org'],
        subject: 'News from the loom',
        message: 'We go on.',
        draft: { id: expect.any(String), version: 0 },
      },
    ]);
    expect(location.search).toBe(`?batch=${batchId}`);
    expect(await screen.findByRole('progressbar')).toBeTruthy();
    // What was sent is no draft any more.
    await userEvent.click(screen.getByRole('link', { name: 'Back to bulk email' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('');
  });

  test('is not sent without the password, and loses nothing', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await screen.findByText('2 people match.');
    await userEvent.click(screen.getByLabelText('All 2 people who match'));
    await press('Send to 2 people...');
    await press('Cancel', await screen.findByRole('dialog', { name: 'Send to 2 people?' }));
    expect(writes(log, sendBulkEmail)).toEqual([]);
    expect((await screen.findByLabelText<HTMLInputElement>('Message')).value).toBe('We go on.');
  });

  test('to everybody who matches is refused where they are others by now, and counts anew', async () => {
    const message = 'They are 3 people now. Please look again.';
    const log = open(
      BULK_PATH,
      inTurn(refuses(sendBulkEmail, 409, { message, count: 3 }), answers(sendBulkEmail, sent)),
      inTurn(
        answers(readAudience, audience),
        answers(readAudience, (asked: Sent) => ({ ...audience(asked), count: 3 })),
      ),
    );
    await words();
    await screen.findByText('2 people match.');
    await userEvent.click(screen.getByLabelText('All 2 people who match'));
    await press('Send to 2 people...');
    await password();
    await toast('Bulk Email Failed', message);
    expect(await screen.findByText('3 people match.')).toBeTruthy();
    await press('Send to 3 people...');
    await password();
    await toast('Bulk Email Sent');
    expect(writes(log, sendBulkEmail).map(({ body }) => body)).toMatchObject([
      { audience: {}, expectedCount: 2 },
      { audience: {}, expectedCount: 3 },
    ]);
  });

  test('that fails without a word says so, and counts what failed or was left out', async () => {
    open(
      BULK_PATH,
      inTurn(
        refuses(sendBulkEmail, 500, {} as { message: string }),
        answers(sendBulkEmail, { ...sent, summary: { ...sent.summary, failed: 1, skipped: 3 } }),
      ),
    );
    await words();
    await screen.findByText('2 people match.');
    await tick(/kofi@/);
    for (const title of ['Bulk Email Failed', 'Bulk Email Sent']) {
      await press('Send to 1 person...');
      await password();
      await toast(
        title,
        title.endsWith('Sent') ? '1 failed. 3 left out.' : 'Failed to send bulk emails.',
      );
    }
  });

  test('leaves later, by the clock of who writes', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await screen.findByText('2 people match.');
    await tick(/kofi@/);
    await userEvent.click(screen.getByLabelText('Later'));
    await press('Send to 1 person...');
    expect((await screen.findAllByText('Please choose a date and time.')).length).toBeGreaterThan(
      0,
    );
    await write('Date and time', '2030-01-05T08:30');
    await press('Send to 1 person...');
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('5 Jan 2030, 08:30');
    await password();
    await toast('Bulk Email Scheduled', '2 recipients.');
    expect(screen.queryByText('Bulk Email Sent')).toBeNull();
    expect(writes(log, sendBulkEmail)[0]?.body).toMatchObject({
      scheduledFor: new Date('2030-01-05T08:30').toISOString(),
    });
  });

  test('goes to people who did not ask for it only behind a warning', async () => {
    const log = open(BULK_PATH, answers(sendBulkEmail, sent));
    await words();
    await userEvent.click(
      await screen.findByLabelText('Include 1 person who has not asked for news'),
    );
    expect(
      await screen.findByText('These people have not agreed to receive our news'),
    ).toBeTruthy();
    await screen.findByText('3 people: including those who have not asked for news.');
    await tick(/ama@/);
    await press('Send to 1 person...');
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('Some of them have not asked for news.');
    await press('Cancel', question);
    // Without them in the list they are not ticked either.
    await userEvent.click(screen.getByLabelText('Include people who have not asked for news'));
    expect(await screen.findByRole('button', { name: 'Send bulk email...' })).toBeTruthy();
    await userEvent.click(
      await screen.findByLabelText('Include 1 person who has not asked for news'),
    );
    await screen.findByText('3 people: including those who have not asked for news.');
    await tick(/ama@/);
    await press('Send to 1 person...');
    await password();
    await toast('Bulk Email Sent');
    expect(writes(log, sendBulkEmail)[0]?.body).toMatchObject({
      recipients: ['ama@example.org'],
      includeUnasked: true,
    });
  });

  test('names who is never mailed, and why', async () => {
    const suppression = {
      id: batchId,
      address: 'sena@example.org',
      reason: 'unsubscribed',
      createdAt: batch.createdAt,
      unsubscribedAt: batch.createdAt,
    };
    open(BULK_PATH, answers(listMailSuppressions, [suppression]));
    await userEvent.click(await screen.findByText('1 of them never gets bulk email'));
    const row = (await screen.findByText('sena@example.org')).closest('li');
    expect(row?.textContent).toBe('sena@example.org Unsubscribed');
  });

  test('whose recipients do not come says so and asks again', async () => {
    open(
      BULK_PATH,
      inTurn(
        refuses(readAudience, 503, { message: 'We are away.' }),
        answers(readAudience, audience),
      ),
    );
    expect(await screen.findByText('We are away.')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByText('2 people match.')).toBeTruthy();
  });
});

describe('the preview', () => {
  const html = '<html><body><h1 style="color:#22244f">News</h1></body></html>';
  const drawn = { subject: 'News from the loom', html, text: 'NEWS\n\nWe go on.' };

  test('shows the mail in each language in a frame without scripts, and is sent to oneself', async () => {
    const log = open(
      BULK_PATH,
      answers(previewEmail, drawn),
      answers(sendPreview, { message: 'It is on its way to you.' }),
    );
    await words();
    await press('Preview');
    const frame = await screen.findByTitle<HTMLIFrameElement>('The email');
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(frame.srcdoc).toContain('News</h1>');
    await userEvent.click(screen.getByRole('tab', { name: 'Français' }));
    await waitFor(() => expect(writes(log, previewEmail)).toHaveLength(2));
    await press('Send it to me');
    await toast('Preview Sent', 'It is on its way to you.');
    expect(writes(log, sendPreview)[0]?.body).toEqual({
      template: 'news',
      subject: 'News from the loom',
      message: 'We go on.',
      language: 'fr',
    });
  });

  test('of a mail with fields is shown for a reader with a name and for one without', async () => {
    const log = open(
      BULK_PATH,
      answers(previewEmail, drawn),
      answers(sendPreview, { message: 'It is on its way to you.' }),
    );
    await words();
    await write('Message', 'Dear {firstName|friend}, we go on.');
    await press('Preview');
    await userEvent.click(await screen.findByLabelText('Someone whose name we do not have'));
    await waitFor(() => expect(writes(log, previewEmail)).toHaveLength(2));
    expect(
      writes(log, previewEmail).map(({ body }) => (body as { reader?: string }).reader),
    ).toEqual(['named', 'unnamed']);
    await press('Send it to me');
    await toast('Preview Sent');
    expect(writes(log, sendPreview)[0]?.body).toMatchObject({ reader: 'unnamed' });
  });

  test('of a mail without words says what is missing', async () => {
    const log = open(INDIVIDUAL_PATH);
    await press('Preview');
    await toast('Missing Information', 'Please enter both subject and message.');
    expect(writes(log, previewEmail)).toEqual([]);
  });
});

describe('an individual email', () => {
  test('needs its words, and an address', async () => {
    const log = open(INDIVIDUAL_PATH);
    await press('Send email');
    await toast('Missing Information', 'Please enter both subject and message.');
    await words();
    await write('Recipient', 'awa');
    await press('Send email');
    await toast('Invalid Recipient', 'Please enter a valid email address.');
    expect(writes(log, sendIndividualEmail)).toEqual([]);
  });

  test('is sent, and its words stay until it is', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(
        refuses(sendIndividualEmail, 503, { message: 'We are away.' }),
        refuses(sendIndividualEmail, 500, {} as { message: string }),
        answers(sendIndividualEmail, { message: 'The email is on its way.', id: batchId }),
      ),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    const letGo = holdBack(sendIndividualEmail);
    await press('Send email');
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeTruthy();
    letGo();
    await toast('Email Failed', 'We are away.');
    await press('Send email');
    await toast('Email Failed', 'Failed to send email.');
    await press('Send email');
    await toast('Email Sent');
    expect(screen.queryByText('The email is on its way.')).toBeNull();
    expect(writes(log, sendIndividualEmail).at(-1)?.body).toEqual({
      recipient: 'awa@example.org',
      subject: 'News from the loom',
      message: 'We go on.',
      draft: { id: expect.any(String), version: 0 },
    });
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('');
  });
});

describe('a draft', () => {
  const content = {
    kind: 'individual',
    recipient: 'ama@example.org',
    subject: 'Your question',
    message: 'Yes, in June.',
  };
  const stored = { content, ...savedAs(3) };
  const listed = {
    id: batchId,
    kind: 'individual',
    recipient: 'ama@example.org',
    subject: 'Your question',
    beginning: 'Yes, in June.',
    savedAt: '2026-11-05T14:03:00.000Z',
  };
  const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const puts = (log: Sent[]) => log.filter(({ method }) => method === 'PUT');
  const saveNow = async () => {
    await userEvent.click(screen.getByRole('tab', { name: 'Automatic emails' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Individual email' }));
  };

  test('is found again, gone on with, and ends with the sending of its mail', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(answers(listMailDrafts, [listed]), answers(listMailDrafts, [])),
      answers(readMailDraft, stored),
      answers(sendIndividualEmail, { message: 'The email is on its way.', id: batchId }),
    );
    const row = (await screen.findByText('Your question')).closest('li') as HTMLElement;
    expect(row.textContent).toContain('Yes, in June.');
    await press('Continue Your question', row);
    await waitFor(() => expect(valueOf('Message')).toBe('Yes, in June.'));
    expect(document.activeElement).toBe(screen.getByLabelText('Subject'));
    expect(screen.queryByRole('region', { name: 'Your drafts' })).toBeNull();
    await press('Send email');
    await toast('Email Sent');
    expect(writes(log, sendIndividualEmail)[0]?.body).toMatchObject({
      recipient: 'ama@example.org',
      draft: { id: batchId, version: 3 },
    });
  });

  test('is one of the newest three above the form; the others are shown when asked for', async () => {
    const ids = Array.from({ length: 5 }, (_, n) => `${batchId.slice(0, -1)}${n}`);
    const drafts = ids.map((id, n) => ({ ...listed, id, subject: `Question ${n}` }));
    open(INDIVIDUAL_PATH, answers(listMailDrafts, drafts));
    const list = await screen.findByRole('region', { name: 'Your drafts' });
    const shown = () => within(list).getAllByRole('listitem').length;
    expect(shown()).toBe(3);
    expect(within(list).getByText('Question 2')).toBeTruthy();
    await press('Show all 5 drafts');
    expect(shown()).toBe(5);
    await press('Show the newest drafts only');
    expect(shown()).toBe(3);
  });

  test('is put aside for another mail, and thrown away after a question', async () => {
    let isThere = true;
    const log = open(
      INDIVIDUAL_PATH,
      answers(listMailDrafts, () => (isThere ? [listed] : [])),
      answers(deleteMailDraft, () => {
        isThere = false;
        return { message: 'The draft was discarded.' };
      }),
      answers(listMailTemplates, []),
    );
    await words();
    await saveNow();
    await press('Save and start another');
    await waitFor(() => expect(valueOf('Message')).toBe(''));
    await press('Discard Your question...');
    await press('Cancel', await screen.findByRole('alertdialog'));
    await press('Discard Your question...');
    await press('Discard', await screen.findByRole('alertdialog'));
    await toast('The draft was discarded.');
    await waitFor(() => expect(screen.queryByText('Your question')).toBeNull());
    expect(log.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/api/admin/mail-drafts/${batchId}`,
    ]);
  });

  test('that another window has changed shows both, and keeps the one that is chosen', async () => {
    const refused = refuses(saveMailDraft, 409, {
      message: 'You changed this draft in another window.',
      theirs: stored,
    });
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(refused, answers(saveMailDraft, savedAs(4)), refused),
      answers(listMailTemplates, []),
    );
    await words();
    await saveNow();
    expect(await screen.findByText('You changed this draft in another window.')).toBeTruthy();
    expect(screen.getByText('Yes, in June.')).toBeTruthy();
    expect(valueOf('Message')).toBe('We go on.');
    await press('Continue with my version');
    await screen.findByText(/^Draft saved/);
    expect(document.activeElement).not.toBe(document.body);
    expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
      version: 3,
      content: { message: 'We go on.' },
    });
    await write('Message', 'We stay.');
    await saveNow();
    await press('Use the saved version');
    await waitFor(() => expect(valueOf('Message')).toBe('Yes, in June.'));
    expect(document.activeElement).not.toBe(document.body);
    expect(valueOf('Recipient')).toBe('ama@example.org');
  });

  test('that is gone in another window is kept as a new one', async () => {
    const message = 'This draft was sent or discarded in another window.';
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(
        refuses(saveMailDraft, 409, { message, theirs: null }),
        answers(saveMailDraft, savedAs(1)),
      ),
      answers(listMailTemplates, []),
    );
    await words();
    await saveNow();
    expect(await screen.findByText(message)).toBeTruthy();
    await press('Save my text as a new draft');
    const saved = await screen.findByText(/^Draft saved/);
    expect(saved.parentElement).toBe(document.activeElement);
    const [first, second] = log.filter(({ method }) => method === 'PUT');
    expect(second?.path).not.toBe(first?.path);
    expect(second?.body).toMatchObject({ version: 0, content: { message: 'We go on.' } });
  });

  test('whose list does not come says so; one that cannot be kept holds its place', async () => {
    open(
      INDIVIDUAL_PATH,
      inTurn(
        refuses(listMailDrafts, 503, { message: 'We are away.' }),
        answers(listMailDrafts, [listed]),
      ),
      refuses(saveMailDraft, 409, { message: 'You have twenty drafts.', reason: 'full' }),
      answers(readMailDraft, stored),
    );
    expect(await screen.findByText('We are away.')).toBeTruthy();
    await press('Try again');
    await words();
    await press('Continue Your question');
    await toast('Error', 'could not be saved, so it stays open');
    expect(await screen.findByText('You have twenty drafts.')).toBeTruthy();
    expect(valueOf('Message')).toBe('We go on.');
  });

  test.each([
    ['opened', 'Continue Your question', 'Your question'],
    ['discarded', 'Discard Your question...', 'News from the loom'],
    ['begun anew', 'Save and start another', ''],
  ])(
    'is %s after a new login where the session has ended, and no word is lost',
    async (_, action, subject) => {
      const ended = { message: 'Please log in first.' };
      let isEnded = false;
      const here = (fake: ReturnType<typeof answers>) => ({
        ...fake,
        reply: (sent: Sent) => (isEnded ? refuses(fake.endpoint, 401, ended) : fake).reply(sent),
      });
      const log = open(
        INDIVIDUAL_PATH,
        answers(listMailDrafts, [listed]),
        here(answers(readMailDraft, stored)),
        here(
          answers(saveMailDraft, ({ body }: Sent) => savedAs((body as StoredDraft).version + 1)),
        ),
        here(answers(deleteMailDraft, { message: 'The draft was discarded.' })),
        answers(logIn, () => {
          isEnded = false;
          return { user: writer, message: 'Welcome back!' };
        }),
        answers(listMailTemplates, []),
      );
      await words();
      await saveNow();
      await screen.findByText(/^Draft saved/);
      isEnded = true;
      await write('Message', 'We stay.');
      await press(action);
      if (subject === 'News from the loom')
        await press('Discard', await screen.findByRole('alertdialog'));
      await screen.findByRole('dialog', { name: 'Log in again' });
      expect(valueOf('Message')).toBe('We stay.');
      await password();
      await waitFor(() => expect(valueOf('Subject')).toBe(subject));
      await waitFor(() =>
        expect(puts(log).at(-1)?.body).toMatchObject({ content: { message: 'We stay.' } }),
      );
    },
  );

  test('is not put in the place of what is typed until it comes', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      answers(listMailDrafts, [listed]),
      answers(readMailDraft, stored),
    );
    const letGo = holdBack({ ...readMailDraft, path: `/api/admin/mail-drafts/${batchId}` });
    await press('Continue Your question');
    await write('Subject', 'Another question');
    letGo();
    await waitFor(() => expect(valueOf('Subject')).toBe('Your question'));
    expect(puts(log).map(({ body }) => body)).toMatchObject([
      { version: 0, content: { subject: 'Another question' } },
    ]);
  });

  test('is kept, and asked about, from its recipient or the choice of people on', async () => {
    const log = open(INDIVIDUAL_PATH, answers(listMailTemplates, []));
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await write('Recipient', 'ama@example.org');
    expect(isAsked()).toBe(true);
    await saveNow();
    await waitFor(() => expect(isAsked()).toBe(false));
    await userEvent.click(screen.getByRole('tab', { name: 'Bulk email' }));
    await screen.findByText('2 people match.');
    await tick(/kofi@/);
    expect(isAsked()).toBe(true);
    await userEvent.click(screen.getByRole('tab', { name: 'Automatic emails' }));
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(puts(log).map(({ body }) => body)).toMatchObject([
      { content: { kind: 'individual', recipient: 'ama@example.org', subject: '' } },
      { content: { kind: 'bulk', picked: { 'kofi@example.org': true }, subject: '' } },
    ]);
  });

  test('that is open is thrown away after a question; one that is emptied goes by itself', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      answers(saveMailDraft, ({ body }: Sent) => {
        const { content: sent, version } = body as { content: typeof content; version: number };
        return savedAs(sent.subject ? version + 1 : 0);
      }),
      answers(deleteMailDraft, { message: 'The draft was discarded.' }),
      answers(listMailTemplates, []),
    );
    await words();
    await saveNow();
    await press('Discard this draft...');
    await press('Cancel', await screen.findByRole('alertdialog'));
    expect(valueOf('Message')).toBe('We go on.');
    await press('Discard this draft...');
    await press('Discard', await screen.findByRole('alertdialog'));
    await toast('The draft was discarded.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Subject')));
    expect(valueOf('Message')).toBe('');
    const [thrown] = log.filter(({ method }) => method === 'DELETE');
    expect(thrown?.path).toBe(puts(log)[0]?.path);
    await write('Subject', 'Never mind');
    await saveNow();
    await screen.findByRole('button', { name: 'Discard this draft...' });
    await userEvent.clear(screen.getByLabelText('Subject'));
    await saveNow();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Discard this draft...' })).toBeNull(),
    );
    // What is begun afterwards is none of the same.
    await write('Subject', 'Once more');
    await saveNow();
    await waitFor(() => expect(puts(log)).toHaveLength(4));
    const [, , emptied, next] = puts(log);
    expect(emptied?.body).toMatchObject({ version: 1, content: { subject: '', message: '' } });
    expect(next?.body).toMatchObject({ version: 0 });
    expect(next?.path).not.toBe(emptied?.path);
  });

  test('that another window has changed shows whom it is for there, and a long text in bounds', async () => {
    const theirs = { ...stored, content: { ...content, message: 'No. '.repeat(100) } };
    const message = 'You changed this draft in another window.';
    open(
      INDIVIDUAL_PATH,
      refuses(saveMailDraft, 409, { message, theirs }),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    await saveNow();
    await screen.findByText(message);
    expect((await screen.findByText('ama@example.org')).closest('div')?.textContent).toBe(
      'Recipientama@example.org',
    );
    const long = screen.getByRole('group', { name: 'Message' });
    expect(long.className).toContain('max-h-[160px]');
    expect(long.textContent).toContain('No. No. No.');
  });

  test('of a bulk email that another window has changed shows the other people and moment', async () => {
    const theirs = {
      content: {
        kind: 'bulk',
        subject: 'News from the loom',
        message: 'We go on.',
        kinds: ['volunteer'],
        country: 'Ghana',
        language: '',
        status: '',
        unasked: true,
        to: 'picked',
        picked: { 'ama@example.org': false },
        isLater: true,
        scheduledFor: '2030-01-05T08:30',
      },
      ...savedAs(3),
    };
    const message = 'You changed this draft in another window.';
    open(
      BULK_PATH,
      refuses(saveMailDraft, 409, { message, theirs }),
      answers(listMailTemplates, []),
    );
    await words();
    await userEvent.click(screen.getByRole('tab', { name: 'Automatic emails' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Bulk email' }));
    const said = (await screen.findByText(message)).closest('[role=alert]') as HTMLElement;
    const terms = await within(said).findAllByRole('term');
    expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
      ['Send to', '1 selected person\nama@example.org'],
      ['Who', 'Volunteers'],
      ['Country', 'Ghana'],
      ['Include people who have not asked for news', 'Yes'],
      ['When', '5 Jan 2030, 08:30'],
      ['Subject', 'News from the loom'],
      ['Message', 'We go on.'],
    ]);
  });

  test('keeps what is typed while its mail leaves, and is not saved behind it', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      answers(sendIndividualEmail, { message: 'The email is on its way.', id: batchId }),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    const letGo = holdBack(sendIndividualEmail);
    await press('Send email');
    await write('Message', 'We go on. And a PS.');
    await saveNow();
    expect(puts(log)).toEqual([]);
    letGo();
    await toast('Email Sent', 'Your later changes are now a new draft.');
    expect(valueOf('Message')).toBe('We go on. And a PS.');
    await waitFor(() => expect(puts(log)).toHaveLength(1));
    const [sending] = writes(log, sendIndividualEmail);
    const { draft } = (sending as Sent).body as { draft: { id: string } };
    expect(puts(log)[0]?.path).not.toContain(draft.id);
    expect(puts(log)[0]?.body).toMatchObject({ version: 0 });
  });

  test('that another window has changed is sent only after both were shown, with the text of this window', async () => {
    const message = 'You changed this draft in another window.';
    const log = open(
      INDIVIDUAL_PATH,
      answers(listMailDrafts, [listed]),
      answers(readMailDraft, stored),
      inTurn(
        refuses(sendIndividualEmail, 409, {
          message,
          theirs: { content: { ...content, message: 'Theirs.' }, ...savedAs(4) },
        }),
        answers(sendIndividualEmail, { message: 'The email is on its way.', id: batchId }),
      ),
      answers(saveMailDraft, savedAs(5)),
    );
    await press('Continue Your question');
    await waitFor(() => expect(valueOf('Message')).toBe('Yes, in June.'));
    await press('Send email');
    await toast('Email Failed', message);
    expect(await screen.findByText('Theirs.')).toBeTruthy();
    expect(valueOf('Message')).toBe('Yes, in June.');
    // Nothing leaves before one of the two is chosen.
    await press('Send email');
    expect(writes(log, sendIndividualEmail)).toHaveLength(1);
    await press('Continue with my version');
    await screen.findByText(/^Draft saved/);
    await press('Send email');
    await toast('Email Sent');
    expect(writes(log, sendIndividualEmail).at(-1)?.body).toMatchObject({
      message: 'Yes, in June.',
      draft: { id: batchId, version: 5 },
    });
  });

  test('of a bulk email is not asked about while another window has other words', async () => {
    const message = 'This draft was sent or discarded in another window.';
    const log = open(
      BULK_PATH,
      refuses(saveMailDraft, 409, { message, theirs: null }),
      answers(listMailTemplates, []),
    );
    await screen.findByText('2 people match.');
    await tick(/kofi@/);
    await words();
    await userEvent.click(screen.getByRole('tab', { name: 'Automatic emails' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Bulk email' }));
    await screen.findByText(message);
    await press('Send to 1 person...');
    await toast('Bulk Email Failed', message);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(writes(log, sendBulkEmail)).toEqual([]);
  });

  test('names the version that was on its way when it was sent', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      answers(saveMailDraft, ({ body }: Sent) =>
        savedAs((body as { version: number }).version + 1),
      ),
      answers(sendIndividualEmail, { message: 'The email is on its way.', id: batchId }),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    await saveNow();
    await waitFor(() => expect(puts(log)).toHaveLength(1));
    await write('Message', 'We stay.');
    const id = puts(log)[0]?.path.split('/').at(-1);
    const letGo = holdBack({ ...saveMailDraft, path: `/api/admin/mail-drafts/${id}` });
    await saveNow();
    await press('Send email');
    expect(writes(log, sendIndividualEmail)).toEqual([]);
    letGo();
    await toast('Email Sent');
    expect(writes(log, sendIndividualEmail)[0]?.body).toMatchObject({ draft: { version: 2 } });
  });

  const noAnswer = (endpoint: typeof sendIndividualEmail | typeof saveMailDraft) =>
    answers(endpoint, () => {
      throw new TypeError('The line is gone.');
    });
  const keyOf = ({ headers }: Sent) => headers.get('Idempotency-Key');
  const onItsWay = answers(sendIndividualEmail, {
    message: 'The email is on its way.',
    id: batchId,
  });
  const hide = () => {
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    hidden.mockRestore();
  };

  test('whose mail got no answer is not saved before that was sent again, as the same request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(
        noAnswer(sendIndividualEmail),
        refuses(sendIndividualEmail, 503, { message: 'We are away.' }),
        onItsWay,
      ),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'once@example.org');
    await press('Send email');
    await toast('Email Failed', 'Nothing is sent twice');
    const isOurs = ({ body }: Sent) => JSON.stringify(body).includes('once@');
    for (const refusal of ['Nothing is sent twice', 'We are away.']) {
      await toast('Email Failed', refusal);
      await vi.advanceTimersByTimeAsync(5000);
      window.dispatchEvent(new Event('online'));
      hide();
      await saveNow();
      await press('Send email');
    }
    await toast('Email Sent');
    expect(puts(log).filter(isOurs)).toEqual([]);
    const sendings = writes(log, sendIndividualEmail);
    const [{ draft }] = sendings.map(({ body }) => body as { draft: { id: string } }) as [
      { draft: { id: string } },
    ];
    expect(sendings.map(({ body }) => body)).toEqual(Array(3).fill(sendings[0]?.body));
    expect(sendings.map(keyOf)).toEqual(Array(3).fill(draft.id));
    expect(valueOf('Subject')).toBe('');
  });

  test('whose mail left without an answer is kept with other words, and leaves with them only as a new one', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(
        noAnswer(sendIndividualEmail),
        refuses(sendIndividualEmail, 409, { message: 'Used.', reason: 'key-used' }),
        onItsWay,
      ),
      answers(saveMailDraft, ({ body }: Sent) =>
        savedAs((body as { version: number }).version + 1),
      ),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    await press('Send email');
    await toast('Email Failed', 'Nothing is sent twice');
    await write('Message', 'We go on. And a PS.');
    await saveNow();
    await waitFor(() => expect(puts(log)).toHaveLength(1));
    await press('Send email');
    await toast('Email Failed', 'An earlier version of this email has already been sent.');
    await press('Save my text as a new draft');
    await screen.findByText(/^Draft saved/);
    await press('Send email');
    await toast('Email Sent');
    const [first, second, third] = writes(log, sendIndividualEmail).map(keyOf);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('whose saving got no answer is saved once more before its mail leaves', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      inTurn(noAnswer(saveMailDraft), answers(saveMailDraft, savedAs(1))),
      onItsWay,
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    await saveNow();
    await screen.findByText(/^We got no answer/);
    await press('Send email');
    await toast('Email Sent');
    expect(puts(log)).toHaveLength(2);
    expect(writes(log, sendIndividualEmail)[0]?.body).toMatchObject({ draft: { version: 1 } });
  });

  test('keeps the words that are typed while its mail waits for a saving', async () => {
    const log = open(
      INDIVIDUAL_PATH,
      answers(saveMailDraft, ({ body }: Sent) =>
        savedAs((body as { version: number }).version + 1),
      ),
      answers(sendIndividualEmail, { message: 'The email is on its way.', id: batchId }),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Recipient', 'awa@example.org');
    await saveNow();
    await waitFor(() => expect(puts(log)).toHaveLength(1));
    await write('Message', 'We stay.');
    const id = puts(log)[0]?.path.split('/').at(-1);
    const letGo = holdBack({ ...saveMailDraft, path: `/api/admin/mail-drafts/${id}` });
    await saveNow();
    await press('Send email');
    expect(writes(log, sendIndividualEmail)).toEqual([]);
    await write('Message', 'We stay. And a PS.');
    letGo();
    await toast('Email Sent');
    expect(writes(log, sendIndividualEmail)[0]?.body).toMatchObject({ message: 'We stay.' });
    expect(valueOf('Message')).toBe('We stay. And a PS.');
  });

  test('is tried again when the line is back, and when there is room for it', async () => {
    const full = { message: 'You have twenty drafts.', reason: 'full' };
    const turns = inTurn(
      refuses(saveMailDraft, 503, { message: 'We are away.' }),
      refuses(saveMailDraft, 409, full),
      answers(saveMailDraft, savedAs(1)),
    );
    // What the pages of other tests have left unsaved hears of the line too.
    const isOurs = ({ body }: Sent) => JSON.stringify(body).includes('Once again');
    const theirs = answers(saveMailDraft, savedAs(1));
    open(
      INDIVIDUAL_PATH,
      answers(listMailDrafts, [{ ...listed, subject: ' ' }]),
      { ...turns, reply: (sent) => (isOurs(sent) ? turns : theirs).reply(sent) },
      answers(deleteMailDraft, { message: 'The draft was discarded.' }),
      answers(listMailTemplates, []),
    );
    await words();
    await write('Subject', 'Once again');
    await saveNow();
    await screen.findByText('We are away.');
    window.dispatchEvent(new Event('online'));
    await screen.findByText('You have twenty drafts.');
    // Without a subject it goes by whom it is for.
    await press('Discard ama@example.org...');
    await press('Discard', await screen.findByRole('alertdialog'));
    expect(await screen.findByText(/^Draft saved/)).toBeTruthy();
    expect(screen.queryByText('You have twenty drafts.')).toBeNull();
  });
});
