import { verify, X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Authority } from './authority.ts';
import type { Bank } from './bank.ts';
import { WEBHOOK_ID } from './notices.ts';
import type { VerifyRequest } from './request.ts';

/** Whether a notice is one of ours, unaltered, with the signature that we gave it. */
export async function isGenuine(
  { ledger }: Bank,
  authority: Authority,
  shown: ReturnType<typeof VerifyRequest.parse>,
): Promise<boolean> {
  const notice = ledger.get('notice', shown.webhook_event.id);
  if (!notice || shown.webhook_id !== WEBHOOK_ID || shown.auth_algo !== 'SHA256withRSA')
    return false;
  const { chain, certificateId } = await authority.leaf();
  const signed = `${shown.transmission_id}|${shown.transmission_time}|${WEBHOOK_ID}|${crc32(notice.body)}`;
  return (
    shown.cert_url.endsWith(`/${certificateId}`) &&
    isDeepStrictEqual(JSON.parse(notice.body), shown.webhook_event) &&
    verify(
      'sha256',
      Buffer.from(signed),
      new X509Certificate(chain).publicKey,
      Buffer.from(shown.transmission_sig, 'base64'),
    )
  );
}
