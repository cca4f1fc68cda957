import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { auditLog } from '../../server/audit.store.ts';
import type { Site, Visitor } from '../../server/testing.ts';
import { seconds } from '../../shared/time.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { users } from '../../server/user.store.ts';

/** The six digits that an app with this key shows, `steps` of thirty seconds from now. */
export const codeOf = (site: Site, secret: string, steps = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: site.clock.now().getTime() + seconds(30) * steps,
  });

/** Sets an authenticator app up for the logged-in visitor. */
export async function setUpTotp(site: Site, visitor: Visitor) {
  const { secret } = (await visitor.post('/api/account/totp')).body as { secret: string };
  const confirmed = await visitor.post('/api/account/totp/confirm', {
    code: codeOf(site, secret),
  });
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  return {
    secret,
    recoveryCodes,
    /** Of the next half minute, which is now: no code is taken twice. */
    nextCode() {
      site.clock.advance(seconds(30));
      return codeOf(site, secret);
    },
  };
}

/** The mails to the member, oldest first, and the audit rows about it. */
export async function traceOf(site: Site, email: string) {
  const [user] = await site.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`Nobody is ${email}.`);
  const mails = await site.db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, email))
    .orderBy(outgoingMails.createdAt);
  const acts = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, user.id))
    .orderBy(auditLog.id);
  return {
    user,
    mails: mails.map(({ id, template, sealedProps }) => ({
      template,
      props: JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as object,
    })),
    acts: acts.map(({ actorId, action, after }) => ({ actorId, action, after })),
  };
}
