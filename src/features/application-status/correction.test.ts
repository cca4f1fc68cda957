import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hours } from '../../shared/time.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/application.rules.ts';
import { listApplicationEvents, stepApplication } from '../application/application-event.store.ts';
import { inTransaction } from '../../server/database/database.ts';
import {
  closeWithBalancedLedger,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../payments/core/testing.ts';
import { beginner, claims, keyOf, mailsTo, rowOf, timelineOf } from './testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ work: true });
});
afterAll(() => closeWithBalancedLedger(site));

const WAY: readonly ApplicationStatus[] = [
  'submitted',
  'in_review',
  'needs_information',
  'in_review',
  'approved',
  'dispatched',
  'delivered',
];

/** An applicant whose application has come so far. */
async function applicantAt(status: ApplicationStatus, note = 'Please write the whole address.') {
  const applicant = await beginner(site);
  if (status === 'draft') return applicant;
  await claims(applicant);
  const end = status === 'cancelled' ? 0 : WAY.indexOf(status);
  const steps = WAY.slice(1, end + 1).concat(status === 'cancelled' ? ['cancelled'] : []);
  for (const to of steps)
    await inTransaction(site.db, (tx) =>
      stepApplication(tx, applicant.id, to, site.clock.now(), { actor: { kind: 'admin' }, note }),
    );
  return applicant;
}

const corrected = (email: string) => ({
  applicationData: person({ email, homeAddress: '7 Liberation Road, by the market, Accra' }),
});

describe('correcting the details', () => {
  test('of a draft changes them and nothing else', async () => {
    const { visitor, id, email } = await applicantAt('draft');
    const before = await rowOf(site, id);
    expect(await visitor.put(`/api/applications/${id}`, corrected(email))).toMatchObject({
      status: 200,
      body: { message: 'Your details are saved.' },
    });
    const { updatedAt: _, homeAddress, ...after } = await rowOf(site, id);
    expect(homeAddress).toBe('7 Liberation Road, by the market, Accra');
    expect({ ...before, ...after, homeAddress: '', updatedAt: 0 }).toEqual({
      ...before,
      homeAddress: '',
      updatedAt: 0,
    });
    expect(await listApplicationEvents(site.db, id)).toEqual([]);
  });

  test('that were asked for shows what was asked, puts the application back into review and says so', async () => {
    const note = 'Please write the whole address.';
    const { visitor, id, email } = await applicantAt('needs_information', note);
    expect(await timelineOf(visitor, id)).toMatchObject({ asked: note });
    expect(await visitor.put(`/api/applications/${id}`, corrected(email))).toMatchObject({
      status: 200,
      body: { message: 'Thank you. We have your details and will continue with your application.' },
    });
    expect(await rowOf(site, id)).toMatchObject({
      applicationStatus: 'in_review',
      homeAddress: '7 Liberation Road, by the market, Accra',
    });
    expect((await listApplicationEvents(site.db, id)).at(-1)).toMatchObject({
      from: 'needs_information',
      to: 'in_review',
      actor: 'payer',
    });
    expect(await timelineOf(visitor, id)).toMatchObject({ asked: null });
    await site.until(async () =>
      expect((await mailsTo(site, email)).map(({ template }) => template)).toContain(
        'application-in-review',
      ),
    );
  });

  test.each(APPLICATION_STATUSES.filter((one) => one !== 'draft' && one !== 'needs_information'))(
    'is refused while it is %s, and nothing is written',
    async (status) => {
      const { visitor, id, email } = await applicantAt(status);
      const before = await rowOf(site, id);
      expect(await visitor.put(`/api/applications/${id}`, corrected(email))).toMatchObject({
        status: 409,
        body: {
          message:
            'You can change your details only before the first payment, or when we ask you to.',
        },
      });
      expect(await rowOf(site, id)).toEqual(before);
    },
  );

  test('is refused an hour after they were typed, until the link was used', async () => {
    const { visitor, id, email } = await applicantAt('needs_information');
    site.clock.advance(hours(1) + 1000);
    expect(await visitor.put(`/api/applications/${id}`, corrected(email))).toMatchObject({
      status: 403,
      body: { reason: 'prove' },
    });
    await visitor.post('/api/applications/open', { key: await keyOf(site, id) });
    expect((await visitor.put(`/api/applications/${id}`, corrected(email))).status).toBe(200);
  });

  test('is refused to every other browser', async () => {
    const { id, email } = await applicantAt('draft');
    const other = await beginner(site);
    for (const stranger of [site.visitor(), other.visitor, site.admin])
      expect((await stranger.put(`/api/applications/${id}`, corrected(email))).status).toBe(404);
  });

  test.each([
    [{ dateOfBirth: '01/01/2999' }, 'The date of birth cannot be in the future'],
    [{ telephone: '+233 99999999999999' }, 'Please enter a valid phone number'],
    [{ firstName: 'A' }, 'First name must be at least 2 characters'],
    [{ lastName: 'M•••' }, 'Please enter this in full again.'],
  ])('with %j says “%s”', async (change, message) => {
    const { visitor, id } = await applicantAt('draft');
    expect(
      await visitor.put(`/api/applications/${id}`, { applicationData: person(change) }),
    ).toMatchObject({ status: 400, body: { message } });
  });

  test('never takes back that the notice was read, nor tells who wrote what is written by us', async () => {
    const { visitor, id, email } = await applicantAt('draft');
    const applicationData = person({ email, noticeVersion: '2026-11' });
    await visitor.put(`/api/applications/${id}`, { applicationData });
    await visitor.put(`/api/applications/${id}`, {
      applicationData: person({ email, paymentStatus: 'completed', applicationStatus: 'approved' }),
    });
    expect(await rowOf(site, id)).toMatchObject({
      noticeVersion: '2026-11',
      paymentStatus: 'pending',
      applicationStatus: 'draft',
    });
    expect(await myApplications(visitor)).toHaveLength(1);
  });
});
