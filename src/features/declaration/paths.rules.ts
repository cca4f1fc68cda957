/** Where the links of a signer's emails lead: the pages ask, and their buttons send. */
export const SIGNATURE_PAGE = '/signature';
export const WITHDRAW_PAGE = '/signature/withdraw';

/** The script of both: the note that the signature waits for this link goes (web/bootstrap.ts). */
export const LINK_OPENED = 'try { delete localStorage.signed; } catch {}';

/** Where a form to sign arrives that the browser sent by itself. */
export const THANKS_PAGE = '/thanks/declaration';
