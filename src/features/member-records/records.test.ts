import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hours, minutes } from '../../shared/time.ts';
import { passportApplications } from '../application/application.store.ts';
import { applicationOwners } from '../application/browser.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { users } from '../../server/user.store.ts';
import {
  closeWithBalancedLedger,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../payments/core/testing.ts';
import { beginner, claims, pays, planPayer } from '../application-status/testing.ts';
import { memberClaims } from './claim.store.ts';
import type { ClaimedKind, Records } from './records.contract.ts';
import { changeMember, memberWith } from '../members/profile/testing.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

type Member = Awaited<ReturnType<typeof memberWith>>;

const recordsOf = async (member: Member) => {
  const { status, body, text } = await member.get('/api/profile/records');
  expect(status, text).toBe(200);
  return body as Records;
};
const claim = (member: Member, kind: ClaimedKind, id: string) =>
  member.post('/api/profile/records/claim', { kind, id });
const open = (member: Member, id: string) => member.post('/api/profile/records/open', { id });
const claimed = { message: 'It now belongs to your account, even if your email address changes.' };
const notTheirs = [404, { message: 'This is not in your account.' }];

let signed = 0;
async function signature(email = `signer${++signed}@example.org`) {
  const answer = await site.visitor().post('/api/unity-declaration', {
    fullName: 'Awa \u202EDiop',
    email,
    country: 'Senegal',
    agreeToDeclaration: true,
  });
  expect(answer.status, answer.text).toBe(201);
  const [row] = await site.db
    .select({ id: unityDeclarations.id })
    .from(unityDeclarations)
    .where(eq(unityDeclarations.email, email));
  return { email, id: row?.id ?? '' };
}

describe('what a member did here', () => {
  test('is nothing, with the proof of the address said, for somebody new', async () => {
    const member = await memberWith(site, 'new@example.org');
    expect(await recordsOf(member)).toEqual({
      isVerified: true,
      applications: [],
      signatures: [],
    });
  });

  test('is shown with the status of an application’s payments, and its signature', async () => {
    const applicant = await planPayer(site, 2);
    await signature(applicant.email);
    await claims(applicant);
    const member = await memberWith(site, applicant.email);
    const { applications, signatures } = await recordsOf(member);
    expect(applications).toEqual([
      {
        id: applicant.id,
        reference: applicant.reference,
        name: 'Ama Mensah',
        applicationStatus: 'submitted',
        paymentStatus: 'awaiting_verification',
        totalAmount: '1200.00',
        receivedAmount: '200.00',
        createdAt: expect.any(String),
        claimedAt: null,
        payments: [
          ['1', 'succeeded'],
          ['2', 'succeeded'],
          ['3', 'claimed'],
        ].map(([instalment, status]) => ({
          id: expect.any(String),
          instalment: Number(instalment),
          method: 'zelle',
          status,
          amount: '100.00',
          updatedAt: expect.any(String),
        })),
      },
    ]);
    expect(signatures).toEqual([
      {
        id: expect.any(String),
        fullName: 'Awa Diop',
        country: 'Senegal',
        signedAt: expect.any(String),
        claimedAt: null,
      },
    ]);
  });

  test('says no address, no birthday and no number of a transfer', async () => {
    const applicant = await beginner(site);
    const number = await claims(applicant);
    const member = await memberWith(site, applicant.email);
    const { text } = await member.get('/api/profile/records');
    expect(text).toContain(applicant.reference);
    // The random ids of records can hold any three digits by chance.
    const said = text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    for (const secret of [number, '1988', 'Kumasi', '+233', '4567', 'Osu Badu', applicant.email])
      expect(said).not.toContain(secret);
  });

  test('tells nothing before the address is proved, though it would fit', async () => {
    const applicant = await beginner(site);
    await signature(applicant.email);
    const member = await memberWith(site, applicant.email, { proved: false });
    expect(await recordsOf(member)).toEqual({
      isVerified: false,
      applications: [],
      signatures: [],
    });
    await changeMember(site, member.id, { emailVerifiedAt: site.clock.now() });
    const { applications, signatures } = await recordsOf(member);
    expect([applications.length, signatures.length]).toEqual([1, 1]);
  });

  test('holds nothing that was made with another address', async () => {
    const applicant = await beginner(site);
    await signature();
    const member = await memberWith(site, `x${applicant.email}`);
    expect(await recordsOf(member)).toMatchObject({ applications: [], signatures: [] });
  });

  test('puts drafts last, so that nobody hides an application below them', async () => {
    const applicant = await beginner(site);
    await claims(applicant);
    for (let draft = 0; draft < 2; draft++) {
      const { email: _, ...stranger } = await beginner(site);
      await site.db
        .update(passportApplications)
        .set({ email: applicant.email })
        .where(eq(passportApplications.id, stranger.id));
    }
    const { applications } = await recordsOf(await memberWith(site, applicant.email));
    expect(applications.map(({ applicationStatus }) => applicationStatus)).toEqual([
      'submitted',
      'draft',
      'draft',
    ]);
  });

  test('is shown to nobody who is not logged in', async () => {
    expect((await site.visitor().get('/api/profile/records')).status).toBe(401);
  });
});

describe('claiming', () => {
  test('takes an application and a signature into the account, and again is no error', async () => {
    const applicant = await beginner(site);
    const { id: signatureId } = await signature(applicant.email);
    const member = await memberWith(site, applicant.email);
    for (let times = 0; times < 2; times++) {
      expect(await claim(member, 'application', applicant.id)).toMatchObject({
        status: 200,
        body: claimed,
      });
      expect(await claim(member, 'declaration', signatureId)).toMatchObject({ status: 200 });
    }
    const { applications, signatures } = await recordsOf(member);
    expect(applications).toMatchObject([{ id: applicant.id, claimedAt: expect.any(String) }]);
    expect(signatures).toMatchObject([{ id: signatureId, claimedAt: expect.any(String) }]);
  });

  test('is kept by a changed address, which finds what was made with it too', async () => {
    const [before, after] = [await signature(), await signature()];
    const member = await memberWith(site, before.email);
    await claim(member, 'declaration', before.id);
    await changeMember(site, member.id, { email: after.email });
    const { signatures } = await recordsOf(member);
    expect(signatures.map(({ id, claimedAt }) => [id, claimedAt !== null])).toEqual([
      [after.id, false],
      [before.id, true],
    ]);
  });

  test('of what another account has claimed is refused, and it is not shown', async () => {
    const applicant = await beginner(site);
    const { id: signatureId } = await signature(applicant.email);
    const first = await memberWith(site, applicant.email);
    await claim(first, 'application', applicant.id);
    await claim(first, 'declaration', signatureId);
    await changeMember(site, first.id, { email: `moved-${applicant.email}` });
    const second = await memberWith(site, applicant.email);
    expect(await recordsOf(second)).toMatchObject({ applications: [], signatures: [] });
    for (const answer of [
      await claim(second, 'application', applicant.id),
      await claim(second, 'declaration', signatureId),
    ])
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          message:
            'This belongs to another account that had the same email address before. If that is wrong, write to us.',
        },
      ]);
    expect((await recordsOf(first)).applications).toHaveLength(1);
  });

  test.each(['application', 'declaration'] as const)(
    'of another’s %s is answered as if there were none, whoever asks',
    async (kind) => {
      const record = kind === 'application' ? await beginner(site) : await signature();
      const attacker = await memberWith(site, `attacker-${record.email}`);
      const admin = await site.loggedIn('admin');
      await changeMember(site, admin.id, { emailVerifiedAt: site.clock.now() });
      for (const one of [attacker, admin]) {
        const answer = await claim(one, kind, record.id);
        expect([answer.status, answer.body]).toEqual(notTheirs);
        const none = await claim(one, kind, randomUUID());
        expect([none.status, none.body]).toEqual(notTheirs);
      }
      // Nor under the other kind's name.
      const owner = await memberWith(site, record.email);
      const other = kind === 'application' ? 'declaration' : 'application';
      expect((await claim(owner, other, record.id)).status).toBe(404);
      expect(
        await site.db.select().from(memberClaims).where(eq(memberClaims.recordId, record.id)),
      ).toEqual([]);
    },
  );

  test('before the address is proved is refused, with a reason for the page', async () => {
    const record = await signature();
    const member = await memberWith(site, record.email, { proved: false });
    expect(await claim(member, 'declaration', record.id)).toMatchObject({
      status: 403,
      body: {
        message: 'Please confirm your email address first. The link is in the email we sent you.',
        reason: 'verify',
      },
    });
  });

  test('twice at once is one claim', async () => {
    const record = await signature();
    const member = await memberWith(site, record.email);
    const answers = await Promise.all([1, 2, 3].map(() => claim(member, 'declaration', record.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await recordsOf(member)).signatures).toHaveLength(1);
  });

  test('ends when its applicant corrects a mistyped address, which then is the other’s to claim', async () => {
    const { visitor, ...applicant } = await beginner(site);
    const mistaken = await memberWith(site, applicant.email);
    await claim(mistaken, 'application', applicant.id);
    const email = `right-${applicant.email}`;
    const applicationData = person({ email });
    const corrected = await visitor.put(`/api/applications/${applicant.id}`, { applicationData });
    expect(corrected.status, corrected.text).toBe(200);
    expect((await recordsOf(mistaken)).applications).toEqual([]);
    expect((await open(mistaken, applicant.id)).status).toBe(404);
    expect((await claim(mistaken, 'application', applicant.id)).status).toBe(404);
    const right = await memberWith(site, email);
    expect((await recordsOf(right)).applications).toMatchObject([{ claimedAt: null }]);
    expect((await claim(right, 'application', applicant.id)).status).toBe(200);
    expect((await recordsOf(right)).applications).toMatchObject([{ id: applicant.id }]);
    expect((await open(right, applicant.id)).status).toBe(200);
  });

  test('ends with the account, and what was claimed is there for who proves the address next', async () => {
    const record = await signature();
    const member = await memberWith(site, record.email);
    await claim(member, 'declaration', record.id);
    await site.db.delete(users).where(eq(users.id, member.id));
    const next = await memberWith(site, record.email);
    expect((await recordsOf(next)).signatures).toMatchObject([{ id: record.id, claimedAt: null }]);
  });

  test.each([
    [{ kind: 'payment', id: randomUUID() }],
    [{ kind: 'application', id: '7' }],
    [{ kind: 'application' }],
    [{ kind: 'application', id: randomUUID(), userId: randomUUID() }],
  ])('with %j is refused', async (body) => {
    const member = await memberWith(site, `odd${randomUUID()}@example.org`);
    expect((await member.post('/api/profile/records/claim', body)).status).toBe(400);
  });
});

describe('releasing', () => {
  const release = (member: Member, kind: ClaimedKind, id: string) =>
    member.post('/api/profile/records/release', { kind, id });

  test('takes a record out of the account, and it can be claimed again', async () => {
    const record = await signature();
    const member = await memberWith(site, record.email);
    await claim(member, 'declaration', record.id);
    const answer = await release(member, 'declaration', record.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'It is no longer in your account. Nothing else has changed.' },
    ]);
    expect((await recordsOf(member)).signatures).toMatchObject([{ claimedAt: null }]);
    expect((await release(member, 'declaration', record.id)).status).toBe(404);
    expect((await claim(member, 'declaration', record.id)).status).toBe(200);
  });

  test('takes nothing out of another’s account', async () => {
    const applicant = await beginner(site);
    const owner = await memberWith(site, applicant.email);
    await claim(owner, 'application', applicant.id);
    const attacker = await memberWith(site, `attacker-${applicant.email}`);
    const admin = await site.loggedIn('admin');
    for (const one of [attacker, admin]) {
      const answer = await release(one, 'application', applicant.id);
      expect([answer.status, answer.body]).toEqual(notTheirs);
    }
    expect((await release(owner, 'declaration', applicant.id)).status).toBe(404);
    expect((await recordsOf(owner)).applications).toMatchObject([
      { claimedAt: expect.any(String) },
    ]);
  });

  test('ends what the account could open', async () => {
    const applicant = await beginner(site);
    const member = await memberWith(site, applicant.email);
    await claim(member, 'application', applicant.id);
    await release(member, 'application', applicant.id);
    expect((await open(member, applicant.id)).status).toBe(404);
  });
});

describe('opening a claimed application', () => {
  async function claimant() {
    const applicant = await beginner(site);
    const member = await memberWith(site, applicant.email);
    await claim(member, 'application', applicant.id);
    return { applicant, member };
  }

  test('shows it in this browser as its mailed link does: whole for an hour, then masked', async () => {
    const { applicant, member } = await claimant();
    expect(await myApplications(member)).toEqual([]);
    const answer = await open(member, applicant.id);
    expect([answer.status, answer.body]).toEqual([200, { reference: applicant.reference }]);
    expect(await myApplications(member)).toMatchObject([
      {
        id: applicant.id,
        masked: false,
        applicationData: { homeAddress: expect.stringMatching(/Osu/) },
      },
    ]);
    expect((await member.get(`/api/applications/${applicant.id}/story`)).status).toBe(200);
    site.clock.advance(hours(1) + 1000);
    expect(await myApplications(member)).toMatchObject([{ masked: true }]);
  });

  test('adds to what this browser has open, and twice is once', async () => {
    const { applicant, member } = await claimant();
    const other = await beginner(site);
    await changeMember(site, member.id, { email: other.email });
    await claim(member, 'application', other.id);
    for (const id of [applicant.id, other.id, other.id]) await open(member, id);
    expect((await myApplications(member)).map(({ id }) => id).toSorted()).toEqual(
      [applicant.id, other.id].toSorted(),
    );
  });

  test('needs a recent password: a session left open shows no home address', async () => {
    const { applicant, member } = await claimant();
    site.clock.advance(minutes(6));
    expect(await open(member, applicant.id)).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
    expect(await myApplications(member)).toEqual([]);
  });

  test('is refused to every other member, to an administrator, and before it is claimed', async () => {
    const { applicant } = await claimant();
    const unclaimed = await beginner(site);
    const owner = await memberWith(site, unclaimed.email);
    const stranger = await memberWith(site, `stranger-${applicant.email}`);
    const admin = await site.loggedIn('admin');
    for (const [who, id] of [
      [stranger, applicant.id],
      [admin, applicant.id],
      [owner, unclaimed.id],
      [owner, randomUUID()],
    ] as const) {
      const answer = await open(who, id);
      expect([answer.status, answer.body]).toEqual(notTheirs);
      expect(await myApplications(who)).toEqual([]);
    }
    const bound = await site.db
      .select()
      .from(applicationOwners)
      .where(eq(applicationOwners.applicationId, applicant.id));
    // Its applicant's own browser.
    expect(bound).toHaveLength(1);
  });

  test('of a signature, which has no page, is refused', async () => {
    const record = await signature();
    const member = await memberWith(site, record.email);
    await claim(member, 'declaration', record.id);
    expect((await open(member, record.id)).status).toBe(404);
  });

  test('lets its payments be seen as they go on', async () => {
    const { applicant, member } = await claimant();
    await pays(site, applicant);
    expect((await recordsOf(member)).applications).toMatchObject([
      {
        paymentStatus: 'completed',
        receivedAmount: '1000.00',
        payments: [{ status: 'succeeded' }],
      },
    ]);
  });
});
