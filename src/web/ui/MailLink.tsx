import { isEmailAddress } from '../../shared/email-address.ts';

/** An address that someone wrote: a link when mails can go there, else their words alone. */
export function MailLink({ address }: { address: string }) {
  return isEmailAddress(address) ? <a href={`mailto:${address}`}>{address}</a> : address;
}
