import { setTimeout as sleep } from 'node:timers/promises';
import { configFor, type Smtp } from '../../testing/smtp.ts';
import { madeBy, type Planter } from './planter.ts';

const mails = 5;
const longestSendMs = 30_000;

interface Batch {
  id: string;
  state: string;
}

/** Mail servers, drafts, addresses that get no mail, and mails to one person and to many, which go on their way. */
export async function plantMails(planter: Planter): Promise<void> {
  // The last one is in the dashboard; none becomes active.
  for (let n = 0; n < mails; n++) {
    const body = planter.filled('saveEmailConfig', n, {
      smtpPass: 'baobab at noon',
      version: undefined,
    });
    await planter.office('saveEmailConfig', body);
  }
  for (let n = 0; n < mails; n++) {
    const letter = letterOf(planter, n);
    const content = { kind: 'individual', ...letter, recipient: planter.short(254)[n] ?? '' };
    await planter.office('saveMailDraft', { content, version: 0 }, { id: crypto.randomUUID() });
    const wrong = planter.short(100).map((text) => `"${text}"@example.org`);
    const addresses = [`gone${n}@example.org`, ...wrong].join('\n');
    await planter.office('addMailSuppressions', { addresses, reason: 'bounced' });
    await planter.office(
      'sendIndividualEmail',
      planter.filled('sendIndividualEmail', n, { replyToRecord: undefined, draft: undefined }),
    );
    const preview = { ...letter, language: 'en' };
    await planter.office('previewEmail', { ...preview, template: n % 2 ? 'news' : 'letter' });
    await planter.office('sendPreview', preview);
    await sendMany(planter, n);
  }
  await planter.office('sendBulkEmail', {
    ...letterOf(planter, mails),
    recipients: await somePeople(planter),
    includeUnasked: true,
    scheduledFor: '2999-01-01T10:00:00.000Z',
  });
}

/** From now on a server of ours refuses every mail in the words of the texts, which stand in the history. */
export async function plantRefusals(planter: Planter, smtp: Smtp): Promise<void> {
  const [first = ''] = planter.texts;
  let n = 0;
  smtp.behave({ refuses: () => true, refusal: () => planter.text(n++) || first });
  const { configType } = configFor(smtp);
  madeBy('saveEmailConfig', await planter.office('saveEmailConfig', configFor(smtp)));
  madeBy('activateEmailConfig', await planter.office('activateEmailConfig', { configType }));
  for (let m = 0; m < mails; m++)
    await planter.office(
      'sendIndividualEmail',
      planter.filled('sendIndividualEmail', m + 50, { replyToRecord: undefined, draft: undefined }),
    );
  const { id } = await sendMany(planter, mails + 1);
  const until = Date.now() + longestSendMs;
  for (;;) {
    const { state } = await planter.read<Batch>(`/api/admin/email-batches/${id}`);
    if (state === 'done' || state === 'paused') return;
    if (Date.now() > until) throw new Error(`The bulk mail that is refused is still ${state}.`);
    await sleep(200);
  }
}

const letterOf = (planter: Planter, n: number) => ({
  subject: planter.short(200)[n] ?? '',
  message: `${planter.text(n + 1)}\n\n${planter.text(n + 2)}`,
});

async function somePeople(planter: Planter): Promise<string[]> {
  const { recipients } = await planter.read<{ recipients: { email: string }[] }>(
    '/api/admin/mail-pool?unasked=true&limit=10',
  );
  return recipients.map(({ email }) => email);
}

async function sendMany(planter: Planter, n: number): Promise<{ id: string }> {
  const recipients = await somePeople(planter);
  const body = { ...letterOf(planter, n), recipients, includeUnasked: true };
  const answer = await planter.office('sendBulkEmail', body);
  if (answer.status !== 201) throw new Error(`sendBulkEmail: ${answer.status} ${answer.text}`);
  return { id: (JSON.parse(answer.text) as { batchId: string }).batchId };
}
