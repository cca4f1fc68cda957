// The line on which bulk mail leaves, for the room that sends it.
export { type BulkBody, encodeBody } from './bulk-body.gateway.ts';
export { type BulkLetter, type BulkLine, openBulkLine } from './bulk.gateway.ts';
export type { MailServer } from './email.gateway.ts';
