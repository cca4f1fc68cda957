/** Where the links of a signer's emails lead: the page asks, and its buttons send. */
export const SIGNATURE_PAGE = '/signature';
