import { openReceiver, readSample } from '../src/features/webhooks/testing.receiver.ts';
import { runJob } from './clock.ts';
import { isFaultless } from './inspect.ts';
import { openDashboard, openFilters, sign, test, toast } from './member.ts';
import { expect, newAddress } from './site.ts';

test('another system gets signed events, and one that it refused when that is sent again', async ({
  page,
  site,
  others,
}) => {
  const receiver = await openReceiver();
  const { verify } = await readSample();
  const visitor = await others.caller();
  /** A confirmed signature, and the messages that the receiver has got then. */
  async function signFrom(country: string) {
    const count = receiver.messages.length;
    await sign(visitor, site, { fullName: 'Awa Diop', email: newAddress('signer'), country });
    await runJob(visitor, 'webhook-sweep');
    await expect.poll(() => receiver.messages).toHaveLength(count + 1);
  }

  await openDashboard(page, '/admin/settings/webhooks');
  await page.getByRole('button', { name: 'Add an endpoint...' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByLabel('Address', { exact: true }).fill(receiver.url);
  await form.getByLabel('Signature confirmed').check();
  await form.getByLabel('Country').check();
  await isFaultless(page, 'a new endpoint');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(shown).toContainText(/whsec_\S/);
  const secret = (await shown.getByRole('code').textContent()) ?? '';
  await isFaultless(page, 'a signing secret');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  // The receiver of docs/webhooks.md takes the message, and neither another body nor another secret.
  await signFrom('Senegal');
  const [first] = receiver.messages;
  if (!first) throw new Error('Nothing came.');
  const { headers, body } = first;
  const event = { type: 'signature.confirmed', data: { id: first.data.id, country: 'Senegal' } };
  expect(verify(secret, headers, body, Date.now())).toMatchObject(event);
  expect(body).not.toContain('Diop');
  const changed = body.replace('Senegal', 'Ghana');
  expect(() => verify(secret, headers, changed, Date.now())).toThrow('Not signed');
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  expect(() => verify(other, headers, body, Date.now())).toThrow('Not signed');

  // One that it refuses waits in the log.
  receiver.behaviour.answer = () => 500;
  await signFrom('Ghana');
  const refused = receiver.messages.at(-1);
  const log = page.getByRole('table', { name: 'Webhooks sent' });
  const rowOf = (message: typeof refused) =>
    log.getByRole('row').filter({ hasText: String(message?.data.id) });
  const comesToSay = (text: string) =>
    expect(async () => {
      await openFilters(page);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(rowOf(refused)).toContainText(text, { timeout: 1000 });
    }).toPass();
  await comesToSay('Answered 500.');
  await expect(rowOf(refused)).toContainText('Waiting');
  await expect(rowOf(refused)).toContainText('Next attempt:');
  await expect(rowOf(first)).toContainText('Delivered');
  await isFaultless(page, 'an event that was refused');

  // The receiver works again, and the event is sent to it by hand.
  receiver.behaviour.answer = () => 204;
  await rowOf(refused)
    .getByRole('button', { name: /^Send again: Signature confirmed of / })
    .click();
  await expect(toast(page, 'Sent again')).toBeVisible();
  await expect.poll(() => receiver.messages).toHaveLength(3);
  const again = receiver.messages.at(-1);
  expect(again?.id).toBe(refused?.id);
  expect(verify(secret, again?.headers ?? {}, again?.body ?? '', Date.now())).toMatchObject({
    data: { id: refused?.data.id, country: 'Ghana' },
  });
  await comesToSay('Delivered');
  await expect(rowOf(refused)).not.toContainText('Answered 500.');

  // Nothing of other journeys is sent to a receiver that is gone.
  await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(toast(page, 'Endpoint deleted')).toBeVisible();
  await expect(rowOf(refused)).toHaveCount(0);
  await receiver.stop();
});
