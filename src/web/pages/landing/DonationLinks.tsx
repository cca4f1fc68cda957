import { CALL_TO_ACTION } from '../../../features/content/texts/call-to-action.rules.ts';
import { donationAddress, hostOf } from '../../../features/donations/donation-link.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';

/** Where money can be given, with whose page each is; nothing at all where there is no such place. */
export function DonationLinks({ links = [] }: { links: PageData['donationLinks'] }) {
  const say = useContent();
  // Administrators write these: nothing but such an address may become a link.
  const places = links.flatMap(({ name, url }) => {
    const address = donationAddress(url);
    return address === undefined ? [] : [{ name, address }];
  });
  if (places.length === 0) return null;
  return (
    <div>
      <p>{say(CALL_TO_ACTION.donate_text)}</p>
      <ul>
        {places.map(({ name, address }) => (
          <li key={address}>
            <a className="flex min-h-11 items-center" href={address} rel="noopener noreferrer">
              <span>
                <bdi>{name}</bdi>
                {` (${hostOf(address)})`}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
