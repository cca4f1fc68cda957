import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_WELCOME_MAILS } from '../../src/features/campaigns/welcome/welcome.rules.ts';
import { configFor, type Smtp } from '../../testing/smtp.ts';
import { madeBy, type Seeder } from './seeder.ts';
import { waitFactor } from '../../testing/workspace.ts';

const mails = 5;
const longestSendMs = 30_000 * waitFactor;

interface Batch {
  id: string;
  state: string;
}

/** Mail servers, drafts, addresses that get no mail, and mails to one person and to many, which go on their way. */
export async function seedMails(seeder: Seeder): Promise<void> {
  // The last one is in the dashboard; none becomes active.
  for (let n = 0; n < mails; n++) {
    const body = seeder.filled('saveEmailConfig', n, {
      smtpPass: 'baobab at noon',
      version: undefined,
    });
    await seeder.asAdmin('saveEmailConfig', body);
  }
  for (let n = 0; n < mails; n++) {
    const letter = letterOf(seeder, n);
    const content = { kind: 'individual', ...letter, recipient: seeder.short(254)[n] ?? '' };
    await seeder.asAdmin('saveMailDraft', { content, version: 0 }, { id: crypto.randomUUID() });
    const wrong = seeder.short(100).map((text) => `"${text}"@example.org`);
    const addresses = [`gone${n}@example.org`, ...wrong].join('\n');
    await seeder.asAdmin('addMailSuppressions', { addresses, reason: 'bounced' });
    await seeder.asAdmin(
      'sendIndividualEmail',
      seeder.filled('sendIndividualEmail', n, { replyToRecord: undefined, draft: undefined }),
    );
    const preview = { ...letter, language: 'en' };
    await seeder.asAdmin('previewEmail', { ...preview, template: n % 2 ? 'news' : 'letter' });
    await seeder.asAdmin('sendPreview', preview);
    await sendMany(seeder, n);
  }
  await seedWelcome(seeder);
  await seeder.asAdmin('sendBulkEmail', {
    ...letterOf(seeder, mails),
    recipients: await somePeople(seeder),
    includeUnasked: true,
    scheduledFor: '2999-01-01T10:00:00.000Z',
  });
}

/** The mails that new signers get, in both languages. */
async function seedWelcome(seeder: Seeder): Promise<void> {
  const { version } = await seeder.read<{ version: number }>('/api/admin/welcome-series');
  const mailsOfSeries = Array.from({ length: MOST_WELCOME_MAILS }, (_, n) => ({
    waitDays: n + 1,
    texts: { en: letterOf(seeder, n), fr: letterOf(seeder, n + MOST_WELCOME_MAILS) },
  }));
  await seeder.asAdmin('saveWelcomeSeries', { mails: mailsOfSeries, version });
}

/** From now on a server of ours refuses every mail in the words of the texts, which the history shows. */
export async function seedRefusals(seeder: Seeder, smtp: Smtp): Promise<void> {
  const [first = ''] = seeder.texts;
  let n = 0;
  smtp.behave({ refuses: () => true, refusal: () => seeder.text(n++) || first });
  const { configType } = configFor(smtp);
  madeBy('saveEmailConfig', await seeder.asAdmin('saveEmailConfig', configFor(smtp)));
  madeBy('activateEmailConfig', await seeder.asAdmin('activateEmailConfig', { configType }));
  for (let m = 0; m < mails; m++)
    await seeder.asAdmin(
      'sendIndividualEmail',
      seeder.filled('sendIndividualEmail', m + 50, { replyToRecord: undefined, draft: undefined }),
    );
  const { id } = await sendMany(seeder, mails + 1);
  const until = Date.now() + longestSendMs;
  for (;;) {
    const { state } = await seeder.read<Batch>(`/api/admin/email-batches/${id}`);
    if (state === 'done' || state === 'paused') return;
    if (Date.now() > until) throw new Error(`The bulk mail that is refused is still ${state}.`);
    await sleep(200);
  }
}

const letterOf = (seeder: Seeder, n: number) => ({
  subject: seeder.short(200)[n] ?? '',
  message: `${seeder.text(n + 1)}\n\n${seeder.text(n + 2)}`,
});

async function somePeople(seeder: Seeder): Promise<string[]> {
  const { recipients } = await seeder.read<{ recipients: { email: string }[] }>(
    '/api/admin/mail-pool?unasked=true&limit=10',
  );
  return recipients.map(({ email }) => email);
}

async function sendMany(seeder: Seeder, n: number): Promise<{ id: string }> {
  const recipients = await somePeople(seeder);
  const body = { ...letterOf(seeder, n), recipients, includeUnasked: true };
  const answer = await seeder.asAdmin('sendBulkEmail', body);
  if (answer.status !== 201) throw new Error(`sendBulkEmail: ${answer.status} ${answer.text}`);
  return { id: (JSON.parse(answer.text) as { batchId: string }).batchId };
}
