/** Of share codes: small letters and digits that nobody takes for one another. */
export const SHARE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
export const SHARE_CODE_LENGTH = 8;
