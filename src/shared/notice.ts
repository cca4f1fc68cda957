import { section } from './content.ts';
import { words } from './words.ts';

/**
 * The notice of what the document is and is not. Shown beside the price, in the checkout, in mails and receipts and
 * in the footer; no setting removes it. The version is stored with each acknowledgement.
 */
export const NOTICE_VERSION = '2026-11';
export const SHORT_NOTICE = words('A campaign document, not a travel document.');
export const NOTICE = words(
  'The kit is a campaign document of a private initiative. It is not issued or recognised by any state or by the African Union, and it is not valid for travel, identification or visas.',
);

/** The text that administrators can add behind the notice; nothing they write replaces it. */
export const NOTICE_TEXTS = section('notice', { more: '' });
