// The line on which bulk mail leaves, for the room that sends it.
export { type BulkLine, openBulkLine } from './bulk.gateway.ts';
export type { Letter, MailServer } from './email.gateway.ts';
