import * as z from 'zod/mini';
import { PERSON_RECORDS } from '../../shared/person-address.ts';

/** A record that leads to an address, which itself stays out of calls, addresses and the log. */
export const RecordRef = z.object({ record: z.enum(PERSON_RECORDS), id: z.uuid() });
export type RecordRef = z.output<typeof RecordRef>;
